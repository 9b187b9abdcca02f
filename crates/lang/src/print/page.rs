//! The rules of a game for a reader: as text, in LaTeX, in HTML.
//!
//! Everything comes from the game's own file: the words are its captions, the formulas its clauses. The page
//! is the same in every notation; only its signs and its layout differ.

use logic::Comparison;
use numeration::natural::parse_natural;
use rules::native::{Native, NativeMove};

use super::document::{Document, ListEntry};
use super::expression::{binder, expression, indexed, set};
use super::notation::Notation;
use super::{equation, names};
use crate::ast::{
    Clause, Expr, ExprKind, GameFile, IndexBinder, IndexRange, ItemKind, MoveDecl, PileGroup,
    PilesDecl,
};
use crate::filled::filled;
use crate::span::Span;

/// What a file does not say of its game.
pub struct Remarks {
    /// The parameters with their values here.
    pub parameters: Vec<(String, String)>,
    /// How well the P-positions are known.
    pub p_positions: String,
    /// How well those of misère play are known.
    pub misere_p_positions: String,
    /// How well the nim-values are known.
    pub nim_values: String,
}

/// The rules of a game.
pub fn page(game: &GameFile, remarks: &Remarks, notation: Notation) -> String {
    let composer = Composer {
        game,
        notation,
        parameters: &remarks.parameters,
    };
    let title = game.title.as_ref().unwrap_or(&game.name);
    let mut page = Document::new(notation, &composer.filled(&title.value));
    for source in composer.pick(|item| match item {
        ItemKind::Source(source) => Some(notation.prose(source)),
        _ => None,
    }) {
        page.paragraph(&source);
    }
    composer.board(&mut page, remarks);
    composer.moves(&mut page);
    composer.claims(&mut page, remarks);
    composer.theorems(&mut page);
    page.finish()
}

/// The rules of a game that is written in Rust.
pub fn native_page(game: &Native, notation: Notation) -> String {
    let mut page = Document::new(notation, game.title);
    page.paragraph(&notation.prose(game.source));
    if !game.parameters.is_empty() {
        page.heading("Parameters");
        let lines = game.parameters.iter().map(|parameter| {
            let values = parameter.values.join(", ");
            notation.prose(&format!("{} is one of {values}", parameter.name))
        });
        page.lines(&lines.collect::<Vec<_>>());
    }
    page.heading("Position");
    page.lines(&[notation.prose(game.piles)]);
    page.heading("Moves");
    let entry = |rule: &NativeMove| ListEntry {
        label: notation.prose(rule.kind),
        caption: Some(notation.prose(rule.caption)),
        lines: rule
            .clauses
            .iter()
            .map(|clause| notation.prose(clause))
            .collect(),
    };
    page.list(&game.moves.iter().map(entry).collect::<Vec<_>>());
    page.gap();
    for remark in game.remarks {
        page.paragraph(&notation.prose(remark));
    }
    page.finish()
}

struct Composer<'a> {
    game: &'a GameFile,
    notation: Notation,
    parameters: &'a [(String, String)],
}

impl<'a> Composer<'a> {
    fn value_of(&self, name: &str) -> Option<&'a str> {
        let mut parameters = self.parameters.iter();
        let (_, value) = parameters.find(|(known, _)| known == name)?;
        Some(value)
    }

    /// A title or a caption with the values of the parameters that it names.
    fn filled(&self, text: &str) -> String {
        filled(text, |name| self.value_of(name))
    }

    /// A term in a text, where a parameter alone is its value, as in titles and captions.
    fn valued(&self, term: &Expr) -> Expr {
        let value = match &term.kind {
            ExprKind::Name(name) => self
                .value_of(name)
                .and_then(|value| parse_natural(value).ok()),
            _ => None,
        };
        value.map_or_else(
            || term.clone(),
            |value| Expr::new(ExprKind::Number(value), term.span),
        )
    }

    /// What something makes of the items that it knows, in the order of the file.
    fn pick<T>(&self, known: impl FnMut(&'a ItemKind) -> Option<T>) -> Vec<T> {
        let items = self.game.items.iter().map(|item| &item.kind);
        items.filter_map(known).collect()
    }

    /// Parameters, piles, and the definitions that the moves need.
    fn board(&self, page: &mut Document, remarks: &Remarks) {
        if !remarks.parameters.is_empty() {
            page.heading("Parameters");
            let parameter = |(name, value): &(String, String)| {
                let name = self.notation.math(&self.notation.name(name));
                format!("{name} = {}", self.notation.prose(value))
            };
            page.lines(&remarks.parameters.iter().map(parameter).collect::<Vec<_>>());
            page.lines(&self.pick(|item| match item {
                ItemKind::Require { message, .. } => Some(self.notation.prose(message)),
                _ => None,
            }));
        }
        let splits = self.game.splits();
        page.heading(if splits { "Heaps" } else { "Piles" });
        page.lines(&self.pick(|item| match item {
            ItemKind::Piles(_) if splits => Some(format!(
                "any number of heaps; the rules speak of one of them, of {} tokens",
                self.notation.math(&self.first_pile())
            )),
            ItemKind::Piles(piles) => Some(self.piles(piles)),
            ItemKind::Positions(condition) => Some(format!(
                "only these are positions: those with {}",
                self.formula(condition)
            )),
            _ => None,
        }));
        let definitions = self.definitions(|index, last_move| index < last_move);
        if !definitions.is_empty() {
            page.heading("Definitions");
            page.lines(&definitions);
        }
    }

    fn moves(&self, page: &mut Document) {
        page.heading("Moves");
        page.list(&self.pick(|item| match item {
            ItemKind::Move(rule) => Some(self.rule(rule)),
            _ => None,
        }));
        page.gap();
        let pile = self.first_pile();
        page.paragraph(&if self.game.splits() {
            format!(
                "A move replaces one heap {} by parts, each smaller than it; parts that are 0 vanish, and their order does not matter.",
                self.notation.math(&pile)
            )
        } else {
            format!(
                "A move takes tokens: no pile grows, at least one shrinks. {} is the pile {} after the move.",
                self.notation.math(&format!("{pile}'")),
                self.notation.math(&pile)
            )
        });
        if !self
            .pick(|item| matches!(item, ItemKind::Positions(_)).then_some(()))
            .is_empty()
        {
            page.paragraph("A move leads to a position.");
        }
        for ending in self.pick(|item| match item {
            ItemKind::Ends(condition) => Some(self.formula(condition)),
            _ => None,
        }) {
            page.paragraph(&format!("The game also ends when {ending}."));
        }
        let blocking = self.pick(|item| match item {
            ItemKind::Blocking(number) => Some(self.formula(&self.valued(number))),
            _ => None,
        });
        for number in &blocking {
            page.paragraph(&format!(
                "Before each move the opponent may forbid up to {number} of the options, counted as positions."
            ));
        }
        page.paragraph(match blocking.as_slice() {
            [] => "Whoever cannot move loses.",
            _ => "Whoever cannot move, or finds every option forbidden, loses.",
        });
    }

    fn claims(&self, page: &mut Document, remarks: &Remarks) {
        let definitions = self.definitions(|index, last_move| index > last_move);
        let p_positions = self.pick(|item| match item {
            ItemKind::PPositions(positions) => {
                let positions = set(self.notation, positions);
                Some(self.notation.math(&format!("P = {positions}")))
            }
            ItemKind::PWhen(condition) => {
                let what = if self.game.splits() {
                    "heaps"
                } else {
                    "positions"
                };
                Some(format!("the {what} with {}", self.formula(condition)))
            }
            _ => None,
        });
        let misere = self.pick(|item| match item {
            ItemKind::MisereP(positions) => {
                let positions = set(self.notation, positions);
                Some(self.notation.math(&format!("P = {positions}")))
            }
            ItemKind::MiserePWhen(condition) => {
                Some(format!("the positions with {}", self.formula(condition)))
            }
            _ => None,
        });
        let nim_values = self.pick(|item| match item {
            ItemKind::NimValue {
                condition: Some(condition),
                value,
            } => Some(format!(
                "{} if {}",
                self.formula(value),
                self.formula(condition)
            )),
            ItemKind::NimValue { value, .. } => Some(self.formula(value)),
            _ => None,
        });
        if !p_positions.is_empty() || !definitions.is_empty() {
            page.heading("P-positions: whoever moves to one of them can win");
            page.lines(&definitions);
            page.lines(&p_positions);
            if !p_positions.is_empty() {
                page.lines(&[self.notation.prose(&remarks.p_positions)]);
            }
        }
        if !misere.is_empty() {
            let heading = "P-positions in misère play: whoever cannot move wins";
            page.heading(&self.notation.prose(heading));
            page.lines(&misere);
            page.lines(&[self.notation.prose(&remarks.misere_p_positions)]);
        }
        if !nim_values.is_empty() {
            page.heading("Nim-value");
            page.lines(&nim_values);
            page.lines(&[self.notation.prose(&remarks.nim_values)]);
        }
    }

    fn theorems(&self, page: &mut Document) {
        let entries = self.pick(|item| match item {
            ItemKind::Theorem { name, sentence } => Some(ListEntry {
                label: self.notation.prose(&name.value),
                caption: None,
                lines: vec![self.formula(sentence)],
            }),
            _ => None,
        });
        if !entries.is_empty() {
            page.heading("Claims");
            page.list(&entries);
        }
    }

    /// The lines of the definitions whose place, compared with that of the last move, passes the test.
    fn definitions(&self, wanted: impl Fn(usize, usize) -> bool) -> Vec<String> {
        let items = &self.game.items;
        let last_move = items
            .iter()
            .rposition(|item| matches!(item.kind, ItemKind::Move(_)))
            .unwrap_or(0);
        let chosen = items.iter().enumerate();
        let chosen = chosen.filter(|(index, _)| wanted(*index, last_move));
        chosen
            .filter_map(|(_, item)| equation(self.notation, &item.kind))
            .map(|equation| self.notation.math(&equation))
            .collect()
    }

    fn piles(&self, piles: &PilesDecl) -> String {
        let first = self.alike(&piles.groups, piles.sorted);
        if piles.placed.is_empty() {
            return first;
        }
        format!("{first}; {}", self.alike(&piles.placed, false))
    }

    /// Piles that are all sorted or have a place each.
    fn alike(&self, piles: &[PileGroup], sorted: bool) -> String {
        let notation = self.notation;
        let between = match (sorted, notation) {
            (false, _) => ", ".to_owned(),
            (true, Notation::Latex) => " \\le ".to_owned(),
            (true, _) => notation.prose(" ≤ "),
        };
        let dots = match notation {
            Notation::Latex => "\\dots".to_owned(),
            _ => notation.prose("…"),
        };
        let group = |group: &PileGroup| match &group.range {
            None => notation.name(&group.name.value),
            Some(range) => {
                let ends = [&range.from, &range.to]
                    .map(|index| indexed(notation, &group.name.value, index));
                format!("{}{between}{dots}{between}{}", ends[0], ends[1])
            }
        };
        let groups: Vec<String> = piles.iter().map(group).collect();
        let list = notation.math(&groups.join(&between));
        match piles {
            [one] if one.range.is_none() => list,
            _ if sorted => {
                format!("{list}, in any order, shown from the smallest to the largest")
            }
            _ => format!("{list}, each in its place"),
        }
    }

    /// The name of a pile, to speak of piles in general.
    fn first_pile(&self) -> String {
        let groups = self.pick(|item| match item {
            ItemKind::Piles(piles) => piles.groups.first(),
            _ => None,
        });
        let i = Expr::new(ExprKind::Name("i".to_owned()), Span::default());
        match groups.first() {
            Some(group) if group.range.is_some() => indexed(self.notation, &group.name.value, &i),
            Some(group) => self.notation.name(&group.name.value),
            None => self.notation.name("x"),
        }
    }

    fn rule(&self, rule: &MoveDecl) -> ListEntry {
        let notation = self.notation;
        let mut label = notation.prose(&rule.kind.value);
        if let Some(family) = &rule.family {
            let index = notation.name(&family.name.value);
            let index = match notation {
                Notation::Text => format!("_{index}"),
                _ => {
                    let (open, close) = notation.index_brackets();
                    notation.math(&format!("{open}{index}{close}"))
                }
            };
            let runs = notation.math(&self.runs(family));
            label = format!("{label}{index}, {runs}");
        }
        let clauses = rule.clauses.iter();
        ListEntry {
            label,
            caption: (rule.caption.as_ref()).map(|caption| notation.prose(&self.filled(caption))),
            lines: clauses.map(|clause| self.clause(clause)).collect(),
        }
    }

    /// What the index of a family runs over.
    fn runs(&self, family: &IndexBinder) -> String {
        let [from, to] = [&family.range.from, &family.range.to].map(|end| self.valued(end));
        if from.kind == to.kind {
            let index = Expr::new(ExprKind::Name(family.name.value.clone()), family.name.span);
            let only = ExprKind::Compare(Box::new(index), vec![(Comparison::Equal, from)]);
            return expression(self.notation, &Expr::new(only, family.name.span));
        }
        let [from, to] = [from, to].map(Box::new);
        let range = IndexRange { from, to };
        binder(
            self.notation,
            &IndexBinder {
                range,
                ..family.clone()
            },
        )
    }

    fn clause(&self, clause: &Clause) -> String {
        match clause {
            Clause::If(guard) => format!("if {}", self.formula(guard)),
            Clause::Let(definition) => {
                let equation = names(self.notation, definition);
                format!("with {}", self.notation.math(&equation))
            }
            Clause::To(target) => format!("to {}", self.formula(target)),
            Clause::Holds(condition) => self.formula(condition),
        }
    }

    fn formula(&self, expr: &Expr) -> String {
        self.notation.math(&expression(self.notation, expr))
    }
}
