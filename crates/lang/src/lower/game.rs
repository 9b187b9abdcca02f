//! A whole game.

use std::collections::HashSet;
use std::sync::Arc;

use logic::visit::free_variables;
use logic::{Comparison, Formula, Set, Term, Variable};
use numeration::natural::Integer;
use rules::binding::BindingError;
use rules::domain::MOST_ARRANGED;
use rules::spec::{self, MoveRule, NimValueClaim, PileOrder, Setting, Spec, Theorem};
use rules::splitting::{SplitRule, SplittingSpec};

use super::formula::ConjunctionBuilder;
use super::parameters::{Argument, evaluate, full_name, require};
use super::{GameLowering, Lowered, MOST_PILES, PilePlaces, reported};
use crate::ast::{
    AutomatonDecl, Clause, Expr, GameFile, Item, ItemKind, Let, MoveDecl, Name, PilesDecl,
};
use crate::beside::CompanionFiles;
use crate::diagnostic::{Fault, Faults, plural};
use crate::filled::filled;
use crate::resolve::{MISERE_P, Meaning, Sort, Symbols};
use crate::span::{Span, Spanned};

/// What a file means.
pub(crate) enum LoweredGame {
    /// A game on piles that stay.
    Piles(Spec),
    /// A game in which heaps split.
    Splitting(SplittingSpec),
}

impl LoweredGame {
    /// Checks that every variable is bound at exactly one place and mentioned only there.
    pub(crate) fn check_binding(&self) -> Result<(), BindingError> {
        match self {
            Self::Piles(spec) => spec.check_binding(),
            Self::Splitting(spec) => spec.check_binding(),
        }
    }
}

/// Makes the game that a file with these values of its parameters means, and the sets that it defines.
pub(crate) fn lower<'a>(
    game: &'a GameFile,
    arguments: &'a [Argument],
    symbols: &Symbols<'a>,
    beside: &CompanionFiles,
    faults: &mut Faults,
) -> Option<(LoweredGame, Vec<Arc<Set>>)> {
    let mut lowering = GameLowering {
        beside: Some(beside),
        ..GameLowering::new(symbols)
    };
    let parameters = evaluate(&mut lowering, game, arguments, faults);
    if !faults.is_empty() || !requirements(&mut lowering, game, symbols, faults) {
        return None;
    }
    let piles = lowering.declare_piles(game, faults)?;
    let mut spec = Spec {
        name: full_name(game, arguments),
        title: with_values(
            game.title
                .as_ref()
                .map_or(&game.name.value, |title| &title.value),
            &parameters,
        ),
        source: None,
        parameters,
        piles,
        domain: None,
        moves: Vec::new(),
        ends: None,
        blocking: 0,
        p_positions: None,
        misere_p_positions: None,
        nim_values: Vec::new(),
        theorems: Vec::new(),
        columns: Vec::new(),
    };
    let p_names = ["P", MISERE_P].map(|name| Spanned::new(name.to_owned(), Span::default()));
    for item in &game.items {
        lowering.item(item, &p_names, &mut spec, faults);
        if faults.is_full() {
            return None;
        }
    }
    distinct_kinds(game, &spec, faults);
    no_values_where_blocked(game, &spec, faults);
    let sets = game.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Set { name, .. } | ItemKind::Automaton(AutomatonDecl { name, .. }) => {
            lowering.sets.get(name.value.as_str()).cloned()
        }
        _ => None,
    });
    let sets = sets.collect();
    if !game.splits() {
        return Some((LoweredGame::Piles(spec), sets));
    }
    let moves = std::mem::take(&mut spec.moves);
    let moves = moves.into_iter().zip(lowering.parts);
    let moves = moves.map(|(rule, parts)| SplitRule {
        kind: rule.kind,
        caption: rule.caption,
        parts,
        clauses: rule.clauses,
    });
    let moves = moves.collect();
    Some((
        LoweredGame::Splitting(SplittingSpec { heap: spec, moves }),
        sets,
    ))
}

/// A title or a caption with the values of the parameters that it names.
fn with_values(text: &str, parameters: &[Setting]) -> String {
    filled(text, |name| {
        let mut parameters = parameters.iter();
        let setting = parameters.find(|setting| setting.name == name)?;
        Some(&setting.written)
    })
}

/// Checks every condition on the parameters.
fn requirements<'a>(
    lowering: &mut GameLowering<'a, '_>,
    game: &'a GameFile,
    symbols: &Symbols<'a>,
    faults: &mut Faults,
) -> bool {
    let mut met = true;
    for item in &game.items {
        if let ItemKind::Require { condition, message } = &item.kind {
            met &= require(lowering, condition, message, symbols, faults);
        }
    }
    met
}

impl<'a> GameLowering<'a, '_> {
    fn declare_piles(&mut self, game: &'a GameFile, faults: &mut Faults) -> Option<spec::Piles> {
        let piles = game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Piles(piles) => Some((piles, item.span)),
            _ => None,
        });
        let (piles, span) = piles?;
        reported(self.place_piles(piles, span), faults)?;
        let count = self.piles.names.len();
        let placed = piles.placed.iter();
        let placed = placed.filter_map(|group| self.piles.groups.get(group.name.value.as_str()));
        let sorted = count - placed.map(|places| places.count).sum::<usize>();
        let order = match sorted {
            _ if !piles.sorted => PileOrder::Ordered,
            sorted if sorted == count => PileOrder::Sorted,
            0 | 1 => PileOrder::Ordered,
            sorted => PileOrder::Mixed(sorted),
        };
        self.order = order;
        self.domain = game.items.iter().find_map(|item| match &item.kind {
            ItemKind::Positions(condition) => Some(condition),
            _ => None,
        });
        self.next_variable = super::number_of(2 * self.piles.names.len());
        Some(spec::Piles {
            names: self.piles.names.clone(),
            order,
        })
    }

    fn place_piles(&mut self, piles: &'a PilesDecl, span: Span) -> Lowered<()> {
        for group in piles.all() {
            let start = self.piles.names.len();
            let name = &group.name.value;
            let mut first = None;
            match &group.range {
                None => self.piles.names.push(name.as_str().into()),
                Some(range) => {
                    for index in self.indices(range)? {
                        first.get_or_insert_with(|| index.clone());
                        self.piles.names.push(format!("{name}[{index}]").into());
                        if self.piles.names.len() > MOST_PILES {
                            break;
                        }
                    }
                }
            }
            let first = group
                .range
                .as_ref()
                .map(|_| first.unwrap_or_else(|| Integer::from(1)));
            let count = self.piles.names.len() - start;
            self.piles.groups.insert(
                name,
                PilePlaces {
                    start,
                    count,
                    first,
                },
            );
        }
        match self.piles.names.len() {
            // A sentence that stands alone has no families either.
            0 if !piles.groups.is_empty() => Err(Fault::new(
                span,
                "the game has no piles",
                "this family is empty",
            )),
            count if count > MOST_PILES => Err(Fault::new(
                span,
                format!("more than {MOST_PILES} piles are too many"),
                "too many piles",
            )),
            _ => Ok(()),
        }
    }

    fn item(
        &mut self,
        item: &'a Item,
        [p_name, misere_p_name]: &'a [Name; 2],
        spec: &mut Spec,
        faults: &mut Faults,
    ) {
        match &item.kind {
            ItemKind::Source(citation) => spec.source = Some(citation.clone()),
            ItemKind::Piles(_) | ItemKind::Require { .. } => {}
            ItemKind::Const { name, .. }
            | ItemKind::Set { name, .. }
            | ItemKind::Automaton(AutomatonDecl { name, .. })
            | ItemKind::System { name, .. }
            | ItemKind::Let(Let { name, .. }) => {
                let in_position = matches!(item.kind, ItemKind::Let(_));
                reported(
                    self.whole_item(in_position, |lowering| lowering.look_at(name)),
                    faults,
                );
            }
            ItemKind::Move(rule) => self.moves(rule, spec, faults),
            ItemKind::Positions(condition) => {
                let domain = self.whole_item(true, |lowering| lowering.domain(condition));
                spec.domain = reported(domain, faults);
            }
            ItemKind::Ends(condition) => {
                spec.ends = reported(
                    self.whole_item(true, |lowering| lowering.formula(condition)),
                    faults,
                );
            }
            ItemKind::Blocking(number) => {
                let blocking = self.whole_item(false, |lowering| lowering.blocking(number));
                spec.blocking = reported(blocking, faults).unwrap_or(0);
            }
            ItemKind::PPositions(_) | ItemKind::PWhen(_) => {
                let positions =
                    self.whole_item(false, |lowering| lowering.positions(p_name, item.span));
                spec.p_positions = reported(positions, faults);
            }
            ItemKind::MisereP(_) | ItemKind::MiserePWhen(_) => {
                let positions = self.whole_item(false, |lowering| {
                    lowering.positions(misere_p_name, item.span)
                });
                spec.misere_p_positions = reported(positions, faults);
            }
            ItemKind::NimValue { condition, value } => {
                let claim = self.whole_item(true, |lowering| {
                    let condition = match condition {
                        Some(condition) => lowering.formula(condition)?,
                        None => Formula::Constant(true),
                    };
                    Ok(NimValueClaim {
                        condition,
                        value: lowering.term(value)?,
                    })
                });
                spec.nim_values.extend(reported(claim, faults));
            }
            ItemKind::Theorem { name, sentence } => {
                let sentence = self.whole_item(false, |lowering| lowering.sentence(sentence));
                let theorem = reported(sentence, faults).map(|sentence| Theorem {
                    name: name.value.clone(),
                    sentence,
                });
                spec.theorems.extend(theorem);
            }
            ItemKind::Columns(columns) => {
                for column in columns {
                    let term = self.whole_item(true, |lowering| lowering.term(&column.term));
                    let head = column.head.value.clone();
                    spec.columns
                        .extend(reported(term, faults).map(|term| spec::Column { head, term }));
                }
            }
        }
    }

    /// How many options may be forbidden.
    fn blocking(&mut self, number: &'a Expr) -> Lowered<u32> {
        let value = self.whole(number, "a number of options")?;
        let small = u32::try_from(&value).ok();
        small.filter(|value| *value <= MOST_BLOCKED).ok_or_else(|| {
            let message =
                format!("at most {MOST_BLOCKED} options can be forbidden, and no negative number");
            Fault::new(number.span, message, "not a number of options")
        })
    }

    /// Which vectors are positions. A condition on sorted piles must hold for the piles after a move in some arrangement.
    fn domain(&mut self, condition: &'a Expr) -> Lowered<Formula> {
        let formula = self.formula(condition)?;
        let sorted = self.order.sorted(self.piles.names.len());
        let piles: Vec<_> = (0..sorted)
            .map(|place| self.pile_at(place, false))
            .collect();
        let mentioned = free_variables(&formula)
            .into_iter()
            .any(|variable| piles.contains(variable));
        if sorted > MOST_ARRANGED && mentioned {
            let message = format!("a condition on {sorted} sorted piles has too many arrangements");
            let label = format!("at most {MOST_ARRANGED} are possible");
            let fault = Fault::new(condition.span, message, label);
            return Err(fault.help(
                "let it speak of piles with a place of their own: `piles x[1..m] sorted; p`",
            ));
        }
        Ok(formula)
    }

    /// Lowers one item from a clean slate.
    fn whole_item<T>(
        &mut self,
        in_position: bool,
        body: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        self.depth = 0;
        self.apart(|lowering| {
            lowering.in_position = in_position;
            body(lowering)
        })
    }

    /// Looks at a definition for its faults, used or not.
    fn look_at(&mut self, name: &'a Name) -> Lowered<()> {
        match self.symbols.get(&name.value).map(|symbol| symbol.meaning) {
            Some(Meaning::Const(value)) => self.named_constant(&name.value, value).map(|_| ()),
            Some(Meaning::Set(_) | Meaning::Automaton(_)) => self.named_set(name).map(|_| ()),
            Some(Meaning::System(system)) => {
                self.apart(|lowering| lowering.system(system)).map(|_| ())
            }
            Some(Meaning::Let(definition, _)) if !definition.arguments.is_empty() => Ok(()),
            Some(Meaning::Let(definition, Sort::Number)) => {
                self.number(&definition.body).map(|_| ())
            }
            Some(Meaning::Let(definition, Sort::Formula)) => {
                self.formula(&definition.body).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    fn positions(&mut self, name: &'a Name, span: Span) -> Lowered<Arc<Set>> {
        let set = self.named_set(name)?;
        let piles = self.piles.names.len();
        if set.arity != piles && !set.pieces.is_empty() {
            let message = format!(
                "P holds tuples of {}, and the game has {}",
                plural(set.arity, "number"),
                plural(piles, "pile")
            );
            return Err(Fault::new(span, message, "tuples of the wrong length"));
        }
        Ok(set)
    }

    fn moves(&mut self, rule: &'a MoveDecl, spec: &mut Spec, faults: &mut Faults) {
        self.depth = 0;
        let Some(family) = &rule.family else {
            let kind = rule.kind.value.clone();
            self.one_move(rule, kind, None, spec, faults);
            return;
        };
        let Some(indices) = reported(self.indices(&family.range), faults) else {
            return;
        };
        for index in indices {
            if reported(self.charge(family.name.span, 1), faults).is_none() {
                return;
            }
            let kind = format!("{}_{index}", rule.kind.value);
            self.one_move(rule, kind, Some((&family.name.value, &index)), spec, faults);
        }
    }

    fn one_move(
        &mut self,
        rule: &'a MoveDecl,
        kind: String,
        index: Option<(&'a str, &Integer)>,
        spec: &mut Spec,
        faults: &mut Faults,
    ) {
        self.scope.clear();
        self.locals.clear();
        if let Some((name, index)) = index {
            self.bind_index(name, index);
        }
        let becomings = rule.becomings();
        let names = becomings.first().map_or(&[][..], |first| first.parts);
        let parts = names.iter().map(|part| self.bind_variable(&part.value));
        let parts: Vec<Variable> = parts.collect();
        self.outer = self.scope.len();
        self.in_position = true;
        let mut clauses = ConjunctionBuilder::default();
        for clause in &rule.clauses {
            if faults.is_full() {
                break;
            }
            self.depth = 0;
            self.scope.truncate(self.outer);
            let added = self.clause(clause, &mut clauses);
            let added = added.map_err(|fault| match index {
                Some((name, index)) => fault.note_if_few(format!("for {name} = {index}")),
                None => fault,
            });
            reported(added, faults);
        }
        self.scope.clear();
        self.locals.clear();
        self.outer = 0;
        self.in_position = false;
        self.parts.push(parts);
        spec.moves.push(MoveRule {
            kind: kind.into(),
            caption: (rule.caption.as_ref()).map(|caption| with_values(caption, &spec.parameters)),
            clauses: clauses.parts().into(),
        });
    }

    fn clause(&mut self, clause: &'a Clause, clauses: &mut ConjunctionBuilder) -> Lowered<()> {
        match clause {
            Clause::If(condition) | Clause::Holds(condition) => {
                clauses.push(self.formula(condition)?);
            }
            Clause::Let(definition) => self.locals.push(definition),
            Clause::To(target) => {
                for part in self.target(target)? {
                    clauses.push(part);
                }
            }
        }
        Ok(())
    }

    /// `to (t1, …, td)`: every pile becomes the term at its place.
    fn target(&mut self, target: &'a Expr) -> Lowered<Vec<Formula>> {
        let terms = self.tuple(target)?;
        let piles = self.piles.names.len();
        if terms.len() != piles {
            let message = format!(
                "a move leads to {}, not {}",
                plural(piles, "pile"),
                terms.len()
            );
            return Err(Fault::new(
                target.span,
                message,
                plural(terms.len(), "number"),
            ));
        }
        let becomes = |(place, term): (usize, Term)| {
            Formula::Compare(
                Term::Variable(self.pile_at(place, true)),
                Comparison::Equal,
                term,
            )
        };
        Ok(terms.into_iter().enumerate().map(becomes).collect())
    }
}

/// More options cannot be forbidden.
const MOST_BLOCKED: u32 = 1000;

/// Reports what is claimed of a blocking game and not defined there.
fn no_values_where_blocked(game: &GameFile, spec: &Spec, faults: &mut Faults) {
    if spec.blocking == 0 {
        return;
    }
    for item in &game.items {
        let message = match item.kind {
            ItemKind::NimValue { .. } => "a blocking game has no nim-values",
            ItemKind::MisereP(_) | ItemKind::MiserePWhen(_) => {
                "misère play of a blocking game is not defined"
            }
            _ => continue,
        };
        let fault = Fault::new(item.span, message, "claimed here");
        faults.push(fault.help("claim the P-positions of normal play: `P = …`"));
    }
}

/// Reports kinds of move that get the same name when a family is expanded.
fn distinct_kinds(game: &GameFile, spec: &Spec, faults: &mut Faults) {
    let mut seen = HashSet::new();
    if let Some(twice) = spec.moves.iter().find(|rule| !seen.insert(&rule.kind)) {
        let message = format!("two kinds of move have the name `{}`", twice.kind);
        let fault = Fault::new(game.name.span, message, "in this game");
        faults.push(fault.help(
            "a family `move II for t in 2..m` has the kinds `II_2`, `II_3`, …: choose another name",
        ));
    }
}
