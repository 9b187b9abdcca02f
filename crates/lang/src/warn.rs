//! Warnings: what a file says that its author may not mean. They are shown and never fatal.
//!
//! A pile that a move does not mention is free: any number may be taken from it. A move may be one that no position
//! allows, and a claim may speak of no position. Small positions are tried first, and what none of them shows is decided
//! with little patience: without a proof there is no warning.

use std::collections::HashSet;
use std::ops::ControlFlow;

use logic::arithmetic::verify::KnownSystems;
use logic::decide::{Truth, decide};
use logic::evaluate::{Assignment, Evaluator};
use logic::visit::{FormulaPart, free_variables};
use logic::watch::{Limited, Watch};
use logic::{Comparison, Formula, Term, Variable};
use numeration::natural::{Integer, Natural};
use rules::position::Position;
use rules::ruleset::{Kind, Ruleset};
use rules::spec::{MoveRule, Spec};
use rules::splitting::{SplitRule, SplittingSpec};

use crate::Opened;
use crate::ast::{Item, ItemKind, MoveDecl};
use crate::diagnostic::{Diagnostics, Fault};

impl Opened<SplittingSpec> {
    /// What the file says that its author may not mean; often nothing.
    ///
    /// A part that a move with several does not mention is free. The one part of `n becomes (a)` may well be.
    pub fn warnings(&self) -> Diagnostics {
        let mut warnings = self.noted.clone();
        for item in &self.tree.items {
            if let ItemKind::Move(rule) = &item.kind {
                warnings.extend(self.free_parts(rule));
            }
        }
        warnings
    }

    fn free_parts(&self, rule: &MoveDecl) -> Option<Fault> {
        let kinds = kinds_of(rule, self.spec.moves.iter().map(|kind| (&kind.kind, kind)));
        let free = |kind: &&SplitRule| -> Vec<String> {
            let mentioned = |part: &Variable| {
                let mut clauses = kind.clauses.iter();
                clauses.any(|clause| free_variables(clause).contains(&part))
            };
            let free = kind.parts.iter().filter(|part| !mentioned(part));
            free.map(|part| format!("`{part}`")).collect()
        };
        let several = kinds.iter().filter(|kind| kind.parts.len() > 1);
        let free = several.map(free).find(|free| !free.is_empty())?;
        let heap = self.spec.heap_variable();
        let message = format!(
            "the move `{}` does not say what {} may be: any number below {heap}",
            rule.kind.value,
            free.join(" and ")
        );
        let becomings = rule.becomings();
        let span = becomings.first().map_or(rule.kind.span, |first| first.span);
        let fault = Fault::new(span, message, format!("{} is free", free[0]));
        Some(fault.help(format!(
            "say what it is, as in `a + b = {heap} - 1`, or `{} < {heap}` if any number is meant",
            free[0].trim_matches('`')
        )))
    }
}

/// The kinds of move that come from one of the file, which may be a family.
fn kinds_of<'s, T>(rule: &MoveDecl, kinds: impl Iterator<Item = (&'s Kind, T)>) -> Vec<T> {
    let name = &rule.kind.value;
    let family = format!("{name}_");
    let of_rule = kinds.filter(|(kind, _)| match rule.family {
        Some(_) => kind.starts_with(&family),
        None => ***kind == **name,
    });
    of_rule.map(|(_, found)| found).collect()
}

/// So many positions are tried, of so many tokens at most.
const POSITIONS: usize = 300;
const TOKENS: usize = 12;

/// So often a decision may ask whether to go on, with automata of so many bytes at most: some tenths of a second.
const PATIENCE: u64 = 20_000;
const MOST_MEMORY: u64 = 4 << 20;

impl Opened {
    /// What the file says that its author may not mean; often nothing.
    pub fn warnings(&self, watch: &dyn Watch) -> Diagnostics {
        let mut warnings = self.noted.clone();
        let limited = Limited::new(watch).memory(MOST_MEMORY);
        let patience = WarningBudget {
            watch: limited.questions(PATIENCE),
            systems: KnownSystems::default(),
        };
        let seen = kinds_seen(&self.spec, &patience.watch);
        for item in &self.tree.items {
            let found = match &item.kind {
                ItemKind::Move(rule) => self.about_move(rule, &seen, &patience),
                _ => self.about_claim(item, &patience),
            };
            warnings.extend(found);
        }
        warnings
    }

    fn about_move(
        &self,
        rule: &MoveDecl,
        seen: &HashSet<Kind>,
        patience: &WarningBudget<'_>,
    ) -> Option<Fault> {
        let name = &rule.kind.value;
        let kinds = kinds_of(rule, self.spec.moves.iter().map(|kind| (&kind.kind, kind)));
        let happens =
            |kind: &&MoveRule| seen.contains(&kind.kind) || !never(&self.spec, kind, patience);
        if !kinds.iter().any(happens) {
            let message = format!("the move `{name}` can never happen");
            let fault = Fault::new(rule.kind.span, message, "no position allows it");
            return Some(fault.help("no pile grows in a move, and at least one shrinks"));
        }
        kinds.iter().find_map(|kind| {
            let free = self.free_piles(rule, kind);
            free.or_else(|| self.growing_pile(rule, kind, patience))
        })
    }

    /// A pile to which a move gives a size that may be larger than before: then it is no move.
    fn growing_pile(
        &self,
        rule: &MoveDecl,
        kind: &MoveRule,
        patience: &WarningBudget<'_>,
    ) -> Option<Fault> {
        let spec = &self.spec;
        let mut piles = 0..spec.dimension();
        let (index, from, to) = piles.find_map(|index| growth(spec, kind, index, patience))?;
        let (name, kind) = (&spec.piles.names[index], &rule.kind.value);
        let message =
            format!("the move `{kind}` is left out where `{name}` would grow: {from} to {to}");
        let fault = Fault::new(rule.kind.span, message, format!("`{name}` may grow here"));
        Some(fault.help(format!(
            "no pile grows in a move; write `{name}' <= {name}` if that is what you mean"
        )))
    }

    /// The piles of which a move does not say what becomes of them.
    fn free_piles(&self, rule: &MoveDecl, kind: &MoveRule) -> Option<Fault> {
        let mentioned = |index: &usize| {
            let after = self.spec.after(*index);
            let mut clauses = kind.clauses.iter();
            clauses.any(|clause| free_variables(clause).contains(&&after))
        };
        let anything = |clause: &Formula| *clause == Formula::Constant(true);
        let free: Vec<usize> = (0..self.spec.dimension())
            .filter(|index| !mentioned(index))
            .collect();
        let first = *free
            .first()
            .filter(|_| !kind.clauses.iter().all(anything))?;
        let name = &self.spec.piles.names[first];
        // What else could shrink?
        if free.len() == 1
            && (0..self.spec.dimension()).all(|i| i == first || stays(&self.spec, kind, i))
        {
            return None;
        }
        let names: Vec<String> = free
            .iter()
            .map(|index| format!("`{}'`", self.spec.piles.names[*index]))
            .collect();
        let message = format!(
            "the move `{}` does not mention {}: any number may be taken there",
            rule.kind.value,
            names.join(" and ")
        );
        let fault = Fault::new(rule.kind.span, message, format!("`{name}` is free"));
        Some(fault.help(format!(
            "write `{name}' = {name}` to hold it still, or `{name}' <= {name}` if any number is meant"
        )))
    }

    fn about_claim(&self, item: &Item, patience: &WarningBudget<'_>) -> Option<Fault> {
        let (what, about): (_, Vec<(Vec<Variable>, &Formula)>) = match &item.kind {
            ItemKind::PPositions(_) | ItemKind::PWhen(_) => {
                let set = self.spec.p_positions.as_ref()?;
                let pieces = set.pieces.iter();
                let about = pieces.map(|piece| (piece.variables.clone(), &piece.condition));
                ("the P-positions", about.collect())
            }
            ItemKind::MisereP(_) | ItemKind::MiserePWhen(_) => {
                let set = self.spec.misere_p_positions.as_ref()?;
                let pieces = set.pieces.iter();
                let about = pieces.map(|piece| (piece.variables.clone(), &piece.condition));
                ("the P-positions of misère play", about.collect())
            }
            // Of several claims the tree does not say which became which, once some are false at once.
            ItemKind::NimValue { .. } => {
                let [claim] = self.spec.nim_values.as_slice() else {
                    return None;
                };
                let piles = (0..self.spec.dimension()).map(|index| self.spec.before(index));
                ("nim-values", vec![(piles.collect(), &claim.condition)])
            }
            _ => return None,
        };
        let holds_for_none = |(variables, condition): &(Vec<Variable>, &Formula)| {
            !holds_for_small(variables, condition, &patience.watch)
                && is_false(&exists(variables, (*condition).clone()), patience)
        };
        about.iter().all(holds_for_none).then(|| {
            let message = format!("this claim about {what} speaks of no position");
            Fault::new(item.span, message, "nothing is claimed")
        })
    }
}

/// Does a move hold a pile still, by a clause that says only that?
fn stays(spec: &Spec, kind: &MoveRule, index: usize) -> bool {
    let (before, after) = (spec.before(index), spec.after(index));
    let still = |clause: &Formula| {
        equation_for(clause, &after).is_some_and(|term| is_variable(term, &before))
    };
    kind.clauses.iter().any(|clause| match clause {
        Formula::And(parts) => parts.iter().any(still),
        clause => still(clause),
    })
}

/// What the equations of a move say of the size of a pile after it.
#[derive(Default)]
struct Equations<'k> {
    /// The sizes that they give it, other than that before the move.
    sizes: Vec<&'k Term>,
    /// Does one ask for a size, be it in other words than `x' = …`?
    ask: bool,
}

impl<'k> Equations<'k> {
    fn of(spec: &Spec, kind: &'k MoveRule, index: usize) -> Self {
        let before = spec.before(index);
        let after = spec.after(index);
        let mut found = Self::default();
        for clause in kind.clauses.iter() {
            let _all = FormulaPart::from(clause).any(|part| {
                if let FormulaPart::Formula(formula) = part {
                    match equation_for(formula, &after) {
                        Some(size) if is_variable(size, &before) => {}
                        Some(size) => found.sizes.push(size),
                        None => found.ask |= asks_for_size(formula, &before, &after),
                    }
                }
                false
            });
        }
        found.ask |= !found.sizes.is_empty();
        found
    }
}

/// Is a formula an equation that asks for a size of a pile, and not only for how its change goes
/// with those of other piles, as `x' + y' = x + y - 1` does, nor for a remainder?
fn asks_for_size(formula: &Formula, before: &Variable, after: &Variable) -> bool {
    let Formula::Compare(_, Comparison::Equal, _) = formula else {
        return false;
    };
    let remainder = |part: FormulaPart<'_>| match part {
        FormulaPart::Term(term @ Term::Modulo(..)) => free_variables(term).contains(&after),
        _ => false,
    };
    let variables = free_variables(formula);
    let others = variables
        .iter()
        .any(|found| ![before, after].contains(found));
    variables.contains(&after)
        && !(others && variables.contains(&before))
        && !FormulaPart::from(formula).any(remainder)
}

/// The other side of an equation with a variable alone on one side.
fn equation_for<'f>(formula: &'f Formula, variable: &Variable) -> Option<&'f Term> {
    match formula {
        Formula::Compare(one, Comparison::Equal, other) if is_variable(one, variable) => {
            Some(other)
        }
        Formula::Compare(one, Comparison::Equal, other) if is_variable(other, variable) => {
            Some(one)
        }
        _ => None,
    }
}

fn is_variable(term: &Term, variable: &Variable) -> bool {
    matches!(term.unnamed(), Term::Variable(found) if found == variable)
}

/// A small position from which the clauses of a move let a pile grow, to the least size that they allow or
/// to one that an equation gives, and the position after such a move; no other pile grows in it.
fn growth(
    spec: &Spec,
    kind: &MoveRule,
    index: usize,
    patience: &WarningBudget<'_>,
) -> Option<(usize, Position, Position)> {
    let evaluator = || Evaluator::new(&patience.watch).with_limit(1000);
    let equations = Equations::of(spec, kind, index);
    if !equations.ask {
        return None;
    }
    let mut before = vec![0_usize; spec.dimension()];
    for _ in 0..POSITIONS {
        let from = position(&before);
        let mut after = before.clone();
        let mut more = spec.has(&from);
        while more {
            let mut known = Assignment::new();
            for pile in 0..before.len() {
                known.set(&spec.before(pile), Integer::from(before[pile]));
                known.set(&spec.after(pile), Integer::from(after[pile]));
            }
            let given = equations.sizes.iter().filter_map(|size| {
                let size = evaluator().value(size, &known).ok()?;
                usize::try_from(&size).ok()
            });
            let given: Vec<usize> = given.collect();
            let mut allowed = |size: &usize| {
                known.set(&spec.after(index), Integer::from(*size));
                let mut clauses = kind.clauses.iter();
                clauses.all(|clause| evaluator().holds(clause, &known) == Ok(true))
            };
            let least = (0..=2 * TOKENS).find(&mut allowed);
            let mut larger =
                { least.into_iter().chain(given) }.filter(|size| *size > before[index]);
            if let Some(size) = larger.find(&mut allowed) {
                let mut to = after.clone();
                to[index] = size;
                spec.piles.order.sort(&mut to);
                let to = position(&to);
                if spec.has(&to) {
                    return Some((index, from, to));
                }
            }
            more = shrink(&mut after, &before, index);
        }
        if !next(&mut before) {
            break;
        }
    }
    None
}

/// The next smaller sizes of all piles but one, from the largest on; none after all are 0.
fn shrink(after: &mut [usize], before: &[usize], index: usize) -> bool {
    let others = (0..after.len()).filter(|pile| *pile != index);
    for pile in others {
        if after[pile] > 0 {
            after[pile] -= 1;
            return true;
        }
        after[pile] = before[pile];
    }
    false
}

fn position(piles: &[usize]) -> Position {
    let numbers = piles.iter().map(|pile| Natural::from(*pile));
    Position::unchecked(numbers.collect())
}

/// The kinds of move that some small position allows.
fn kinds_seen(spec: &Spec, watch: &dyn Watch) -> HashSet<Kind> {
    let mut seen = HashSet::new();
    let mut piles = vec![0_usize; spec.dimension()];
    for _ in 0..POSITIONS {
        let position = position(&piles);
        let visited = !spec.has(&position)
            || spec
                .for_each_move(&position, watch, &mut |found| {
                    seen.extend(found.kinds);
                    ControlFlow::Continue(())
                })
                .is_ok();
        if !visited || seen.len() == spec.moves.len() || !next(&mut piles) {
            break;
        }
    }
    seen
}

/// Does a formula hold for some small values of its variables?
fn holds_for_small(variables: &[Variable], formula: &Formula, watch: &dyn Watch) -> bool {
    let mut values = vec![0_usize; variables.len()];
    for _ in 0..POSITIONS {
        let mut known = Assignment::new();
        for (variable, value) in variables.iter().zip(&values) {
            known.set(variable, Integer::from(*value));
        }
        let evaluator = Evaluator::new(watch).with_limit(1000);
        if evaluator.holds(formula, &known) == Ok(true) {
            return true;
        }
        if values.is_empty() || !next(&mut values) {
            break;
        }
    }
    false
}

/// The next position by its tokens and then by its piles; no more than a few tokens.
fn next(piles: &mut [usize]) -> bool {
    let tokens: usize = piles.iter().sum();
    let last = piles.len() - 1;
    // A token moves one place to the left, and all that stands behind that place goes to the end.
    match (0..last)
        .rev()
        .find(|&place| piles[place + 1..].iter().any(|&pile| pile > 0))
    {
        Some(place) => {
            let behind: usize = piles[place + 1..].iter().sum();
            piles[place] += 1;
            piles[place + 1..].fill(0);
            piles[last] = behind - 1;
        }
        None => {
            piles.fill(0);
            piles[last] = tokens + 1;
        }
    }
    piles.iter().sum::<usize>() <= TOKENS
}

/// Is it proved that no position allows this kind of move?
fn never(spec: &Spec, rule: &MoveRule, patience: &WarningBudget<'_>) -> bool {
    let before: Vec<Variable> = (0..spec.dimension()).map(|i| spec.before(i)).collect();
    let after: Vec<Variable> = (0..spec.dimension()).map(|i| spec.after(i)).collect();
    let pairs = || after.iter().zip(&before);
    let no_larger = pairs().map(|(after, before)| Term::from(after).at_most(before));
    let smaller = pairs().map(|(after, before)| Term::from(after).less(before));
    let mut all = rule.clauses.to_vec();
    all.extend(no_larger);
    all.push(Formula::any(smaller));
    let sorted = spec.piles.order.sorted(before.len());
    let neighbours = before[..sorted].windows(2);
    all.extend(neighbours.map(|two| Term::from(&two[0]).at_most(&two[1])));
    all.extend(spec.domain.clone());
    all.extend(spec.leads_to_position());
    let piles: Vec<Variable> = before.into_iter().chain(after).collect();
    is_false(&exists(&piles, Formula::all(all)), patience)
}

fn is_false(sentence: &Formula, patience: &WarningBudget<'_>) -> bool {
    decide(sentence, &patience.systems, &patience.watch)
        .is_ok_and(|decision| matches!(decision.verdict, Truth::False(_)))
}

fn exists(variables: &[Variable], body: Formula) -> Formula {
    let wrap = |body, variable| Formula::exists(variable, body);
    variables.iter().rev().fold(body, wrap)
}

/// How much is done before there is no warning.
struct WarningBudget<'a> {
    watch: Limited<'a>,
    /// The numeration systems whose arithmetic was proved on the way.
    systems: KnownSystems,
}
