//! The rules of a game for a reader: as text, in LaTeX, in HTML.
//!
//! Everything comes from the game's own file: the words are its captions, the formulas its clauses. The page
//! is the same in every notation; only its signs and its layout differ.

mod document;
mod expression;
mod notation;

use games::catalog::{Native, NativeMove};
use lang::ast::{Clause, Game, ItemKind, Let, Move, Piles};

use document::{Document, Entry};
use expression::{binder, expression, is_formula, set};
pub(crate) use notation::Notation;
use notation::Symbol;

/// Between a name and the number it stands for.
const EQUALS: Symbol = Symbol::new(" = ", " = ");
/// Between a name and the statement it stands for.
const MEANS: Symbol = Symbol::new(" ⇔ ", " \\Leftrightarrow ");

/// What a file does not say of its game.
pub(crate) struct Remarks {
    /// The parameters with their values here.
    pub(crate) parameters: Vec<(String, String)>,
    /// How well the P-positions are known.
    pub(crate) p_positions: String,
    /// How well the nim-values are known.
    pub(crate) nim_values: String,
}

/// The rules of a game.
pub(crate) fn rules(game: &Game, remarks: &Remarks, notation: Notation) -> String {
    let composer = Composer { game, notation };
    let title = game
        .title
        .as_ref()
        .map_or(&game.name.value, |title| &title.value);
    let mut page = Document::new(notation, title);
    composer.sources(&mut page);
    composer.board(&mut page, remarks);
    composer.moves(&mut page);
    composer.claims(&mut page, remarks);
    composer.theorems(&mut page);
    page.finish()
}

/// The rules of a game that is written in Rust.
pub(crate) fn native(game: &Native, notation: Notation) -> String {
    let mut page = Document::new(notation, game.title);
    page.paragraph(&notation.prose(game.source));
    if !game.parameters.is_empty() {
        page.heading("Parameters");
        let lines = game.parameters.iter().map(|parameter| {
            notation.prose(&format!(
                "{} is one of {}",
                parameter.name,
                parameter.values.join(", ")
            ))
        });
        page.lines(&lines.collect::<Vec<_>>());
    }
    page.heading("Position");
    page.lines(&[notation.prose(game.piles)]);
    page.heading("Moves");
    let entry = |rule: &NativeMove| Entry {
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
    game: &'a Game,
    notation: Notation,
}

impl Composer<'_> {
    fn sources(&self, page: &mut Document) {
        for item in &self.game.items {
            if let ItemKind::Source(source) = &item.kind {
                page.paragraph(&self.notation.prose(source));
            }
        }
    }

    /// Parameters, piles, and the definitions that the moves need.
    fn board(&self, page: &mut Document, remarks: &Remarks) {
        if !remarks.parameters.is_empty() {
            page.heading("Parameters");
            let lines: Vec<String> = remarks
                .parameters
                .iter()
                .map(|(name, value)| self.parameter(name, value))
                .collect();
            page.lines(&lines);
            page.lines(&self.requirements());
        }
        page.heading("Piles");
        for item in &self.game.items {
            if let ItemKind::Piles(piles) = &item.kind {
                page.lines(&[self.piles(piles)]);
            }
        }
        let definitions = self.definitions(|index, last_move| index < last_move);
        if !definitions.is_empty() {
            page.heading("Definitions");
            page.lines(&definitions);
        }
    }

    fn moves(&self, page: &mut Document) {
        page.heading("Moves");
        let mut entries = Vec::new();
        let mut endings = Vec::new();
        for item in &self.game.items {
            match &item.kind {
                ItemKind::Move(rule) => entries.push(self.rule(rule)),
                ItemKind::Ends(condition) => {
                    endings.push(self.math(&expression(self.notation, condition)))
                }
                _ => {}
            }
        }
        page.list(&entries);
        page.gap();
        let pile = self.first_pile();
        page.paragraph(&format!(
            "A move takes tokens: no pile grows, at least one shrinks. {} is the pile {} after the move.",
            self.math(&format!("{pile}'")),
            self.math(&pile)
        ));
        for ending in endings {
            page.paragraph(&format!("The game also ends when {ending}."));
        }
        page.paragraph("Whoever cannot move loses.");
    }

    fn claims(&self, page: &mut Document, remarks: &Remarks) {
        let definitions = self.definitions(|index, last_move| index > last_move);
        let (mut p_positions, mut nim_values) = (Vec::new(), Vec::new());
        for item in &self.game.items {
            match &item.kind {
                ItemKind::PPositions(positions) => {
                    let positions = set(self.notation, positions);
                    p_positions.push(self.math(&format!("P = {positions}")));
                }
                ItemKind::PWhen(condition) => {
                    let condition = self.math(&expression(self.notation, condition));
                    p_positions.push(format!("the positions with {condition}"));
                }
                ItemKind::NimValue { condition, value } => {
                    let value = self.math(&expression(self.notation, value));
                    let condition = condition
                        .as_ref()
                        .map(|condition| self.math(&expression(self.notation, condition)));
                    nim_values.push(condition.map_or_else(
                        || value.clone(),
                        |condition| format!("{value} if {condition}"),
                    ));
                }
                _ => {}
            }
        }
        if !p_positions.is_empty() || !definitions.is_empty() {
            page.heading("P-positions: whoever moves to one of them can win");
            page.lines(&definitions);
            page.lines(&p_positions);
            page.lines(&[self.notation.prose(&remarks.p_positions)]);
        }
        if !nim_values.is_empty() {
            page.heading("Nim-value");
            page.lines(&nim_values);
            page.lines(&[self.notation.prose(&remarks.nim_values)]);
        }
    }

    fn theorems(&self, page: &mut Document) {
        let mut entries = Vec::new();
        for item in &self.game.items {
            if let ItemKind::Theorem { name, sentence } = &item.kind {
                entries.push(Entry {
                    label: self.notation.prose(&name.value),
                    caption: None,
                    lines: vec![self.math(&expression(self.notation, sentence))],
                });
            }
        }
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
        let chosen = items
            .iter()
            .enumerate()
            .filter(|(index, _)| wanted(*index, last_move));
        chosen
            .filter_map(|(_, item)| self.definition(&item.kind))
            .collect()
    }

    fn definition(&self, item: &ItemKind) -> Option<String> {
        let notation = self.notation;
        match item {
            ItemKind::Const { name, value } => Some(self.math(&format!(
                "{} = {}",
                notation.name(&name.value),
                expression(notation, value)
            ))),
            ItemKind::Let(definition) => Some(self.math(&self.equation(definition))),
            ItemKind::Set { name, set: members } => Some(self.math(&format!(
                "{} = {}",
                notation.name(&name.value),
                set(notation, members)
            ))),
            _ => None,
        }
    }

    fn equation(&self, definition: &Let) -> String {
        let arguments: Vec<String> = definition
            .arguments
            .iter()
            .map(|name| self.notation.name(&name.value))
            .collect();
        let arguments = if arguments.is_empty() {
            String::new()
        } else {
            format!("({})", arguments.join(", "))
        };
        let name = self.notation.name(&definition.name.value);
        let means = if is_formula(&definition.body) {
            MEANS
        } else {
            EQUALS
        };
        let means = self.notation.symbol(means);
        format!(
            "{name}{arguments}{means}{}",
            expression(self.notation, &definition.body)
        )
    }

    fn parameter(&self, name: &str, value: &str) -> String {
        format!(
            "{} = {}",
            self.math(&self.notation.name(name)),
            self.notation.prose(value)
        )
    }

    fn requirements(&self) -> Vec<String> {
        let items = self.game.items.iter();
        let messages = items.filter_map(|item| match &item.kind {
            ItemKind::Require { message, .. } => Some(self.notation.prose(message)),
            _ => None,
        });
        messages.collect()
    }

    fn piles(&self, piles: &Piles) -> String {
        let groups: Vec<String> = piles
            .groups
            .iter()
            .map(|group| {
                let name = self.notation.name(&group.name.value);
                match &group.range {
                    None => name,
                    Some(range) => {
                        let from = self
                            .notation
                            .index(&name, &expression(self.notation, &range.from));
                        let to = self
                            .notation
                            .index(&name, &expression(self.notation, &range.to));
                        let dots = if piles.sorted {
                            self.separator(true)
                        } else {
                            ", ".to_owned()
                        };
                        format!("{from}{dots}{}{dots}{to}", self.dots())
                    }
                }
            })
            .collect();
        let list = self.math(&groups.join(&self.separator(piles.sorted)));
        let order = if piles.sorted {
            "in any order, shown from the smallest to the largest"
        } else {
            "each in its place"
        };
        if piles.groups.len() == 1 && piles.groups[0].range.is_none() {
            list
        } else {
            format!("{list}, {order}")
        }
    }

    /// The name of a pile, to speak of piles in general.
    fn first_pile(&self) -> String {
        let groups = self.game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Piles(piles) => piles.groups.first(),
            _ => None,
        });
        match groups {
            Some(group) if group.range.is_some() => self.notation.index(
                &self.notation.name(&group.name.value),
                &self.notation.name("i"),
            ),
            Some(group) => self.notation.name(&group.name.value),
            None => self.notation.name("x"),
        }
    }

    fn separator(&self, sorted: bool) -> String {
        match (sorted, self.notation) {
            (false, _) => ", ".to_owned(),
            (true, Notation::Latex) => " \\le ".to_owned(),
            (true, _) => self.notation.prose(" ≤ "),
        }
    }

    fn dots(&self) -> String {
        if self.notation == Notation::Latex {
            "\\dots".to_owned()
        } else {
            self.notation.prose("…")
        }
    }

    fn rule(&self, rule: &Move) -> Entry {
        let notation = self.notation;
        let mut label = notation.prose(&rule.kind.value);
        if let Some(family) = &rule.family {
            let index = self.math(&notation.name(&family.name.value));
            label = format!("{label}_{index}, {}", self.math(&binder(notation, family)));
        }
        Entry {
            label,
            caption: rule.caption.as_ref().map(|caption| notation.prose(caption)),
            lines: rule
                .clauses
                .iter()
                .map(|clause| self.clause(clause))
                .collect(),
        }
    }

    fn clause(&self, clause: &Clause) -> String {
        let formula = |expr| self.math(&expression(self.notation, expr));
        match clause {
            Clause::If(guard) => format!("if {}", formula(guard)),
            Clause::Let(definition) => format!("with {}", self.math(&self.equation(definition))),
            Clause::To(target) => format!("to {}", formula(target)),
            Clause::Holds(condition) => formula(condition),
        }
    }

    /// A formula within prose.
    fn math(&self, formula: &str) -> String {
        if self.notation == Notation::Latex {
            format!("${formula}$")
        } else {
            formula.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use games::catalog::{GAMES, Rules};

    use super::*;

    const NOTATIONS: [Notation; 3] = [Notation::Text, Notation::Latex, Notation::Html];

    fn remarks() -> Remarks {
        Remarks {
            parameters: Vec::new(),
            p_positions: "theorem".into(),
            nim_values: "theorem".into(),
        }
    }

    /// A term or formula in x, y and z, in the three notations.
    fn check(written: &str, text: &str, latex: &str, html: &str) {
        let game = format!("game test\npiles x, y, z\nlet f = {written}\nmove I:\n    {written}\n");
        let game = lang::parse(&game).unwrap();
        let ItemKind::Let(definition) = &game.items[1].kind else {
            panic!("the definition comes second")
        };
        let shown = NOTATIONS.map(|notation| expression(notation, &definition.body));
        assert_eq!(shown, [text, latex, html]);
    }

    #[test]
    fn expressions_as_on_paper() {
        check(
            "x - (y - z)",
            "x − (y − z)",
            "x - (y - z)",
            "<i>x</i> &#8722; (<i>y</i> &#8722; <i>z</i>)",
        );
        check(
            "floor(x*phi^2) <= 2*y",
            "⌊xφ²⌋ ≤ 2y",
            "\\lfloor x \\phi^{2} \\rfloor \\le 2 y",
            "&#8970;<i>x</i><i>&#966;</i><sup>2</sup>&#8971; &#8804; 2<i>y</i>",
        );
        check(
            "not (x = y or y = z) and |x - y| < 3",
            "not (x = y or y = z) and |x − y| < 3",
            "\\text{not } (x = y \\text{ or } y = z) \\text{ and } \\lvert x - y \\rvert < 3",
            "not (<i>x</i> = <i>y</i> or <i>y</i> = <i>z</i>) and |<i>x</i> &#8722; <i>y</i>| &lt; 3",
        );
        check(
            "(x + y)*3 mod 7 = (x xor y)",
            "(x + y)·3 mod 7 = x ⊕ y",
            "(x + y) \\cdot 3 \\bmod 7 = x \\oplus y",
            "(<i>x</i> + <i>y</i>)&#183;3 mod 7 = <i>x</i> &#8853; <i>y</i>",
        );
        check(
            "exists n >= 1: x = floor(n*sqrt(2))",
            "for some n ≥ 1: x = ⌊n√2⌋",
            "\\exists\\, n \\ge 1\\colon x = \\lfloor n \\sqrt{2} \\rfloor",
            "for some <i>n</i> &#8805; 1: <i>x</i> = &#8970;<i>n</i>&#8730;2&#8971;",
        );
    }

    #[test]
    fn every_game_makes_a_sound_page() {
        for entry in GAMES {
            let Rules::Text(text) = entry.rules else {
                continue;
            };
            let game = lang::parse(text).unwrap();
            let [_, latex, html] = NOTATIONS.map(|notation| rules(&game, &remarks(), notation));
            let count = |text: &str, what: &str| text.matches(what).count();
            assert_eq!(count(&latex, "$") % 2, 0, "{latex}");
            assert_eq!(
                count(&latex, "{") - count(&latex, "\\{"),
                count(&latex, "}") - count(&latex, "\\}"),
                "{latex}"
            );
            assert!(latex.is_ascii() || !text.is_ascii(), "{latex}");
            assert!(html.is_ascii(), "{html}");
            for tag in [
                "i", "sub", "sup", "p", "dl", "dt", "dd", "h1", "h2", "article",
            ] {
                assert_eq!(
                    count(&html, &format!("<{tag}>")),
                    count(&html, &format!("</{tag}>")),
                    "{tag} in {html}"
                );
            }
        }
    }
}
