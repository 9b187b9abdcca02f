//! The moves that can be added to a game whose P-positions are known.
//!
//! A move that does not lead from a P-position to a P-position changes no outcome: no P-position gets a way into P, and every other
//! position keeps the one that it has. A move from P into P makes the position where it begins an N-position. So the moves that can be added,
//! one or all at once, are exactly those that do not stay inside P.
//!
//! A vector is added as a rule for all positions: so much is taken from each pile, wherever that can be done. It can be added
//! if and only if no P-position minus the vector is a P-position: with a place for each pile, if it is in ℕ^d ∖ (P − P).
//! Sorted piles are sorted again after the move; the first entry is taken from the smallest pile. At positions where the
//! rules end the game, there is no move to be added.

use std::ops::ControlFlow;
use std::sync::Arc;

use logic::decide::DecideError;
use logic::fold::Substitution;
use logic::watch::{Limited, Watch};
use logic::{Formula, Piece, Set, Term, Variable};
use numeration::natural::Natural;
use proof::Language;
use rules::arrangement::in_every_order;
use rules::ruleset::Ruleset;
use rules::spec::{MoveRule, Spec};

use super::shape::{self, Tuples, VectorFormula};
use crate::rules::BareRules;

/// What can be added.
#[derive(Clone, Debug)]
pub struct AddableReport {
    /// The vectors that can be taken from every position where that is possible; those that the rules have are among them.
    pub vectors: Language,
    /// What they are, if that can be said.
    pub formula: Option<VectorFormula>,
    /// Those that the rules do not have, or not from every position; nothing if that takes too much.
    pub fresh: Option<Language>,
    /// The smallest of these; where they are not known, the smallest for which a small position shows it.
    pub smallest_fresh: Vec<Vec<u32>>,
    /// The single moves: each pile before the move, and after it.
    pub moves: Language,
}

/// No more memory is taken for the vectors that the rules do not have.
const MOST_MEMORY: u64 = 64 << 20;

/// More sorted piles have too many arrangements.
const MOST_SORTED: usize = 6;

/// The variables of the P-positions as an automaton, and of vectors: far from those of the game.
const OF_P: u32 = 1 << 27;
const OF_VECTORS: u32 = 1 << 28;

impl AddableReport {
    /// What can be added to a game that claims its P-positions, and is right.
    ///
    /// # Errors
    /// If the claim is outside the decidable theories, or the watch stops the work.
    pub fn to(rules: &BareRules, spec: &Spec, watch: &dyn Watch) -> Result<Self, DecideError> {
        let known = AddableFinder::of(spec, watch)?;
        let vectors = known.vectors(watch)?;
        let fresh = known.fresh(&vectors, &Limited::new(watch).memory(MOST_MEMORY));
        let fresh = unless_dear(fresh)?;
        Ok(Self {
            formula: VectorFormula::of(rules, &vectors, watch)?,
            smallest_fresh: match &fresh {
                Some(fresh) => shape::smallest(spec.dimension(), SHOWN, |v| holds(fresh, v)),
                None => shown_fresh(spec, &vectors, watch)?,
            },
            fresh,
            vectors,
            moves: known.moves(watch)?,
        })
    }
}

/// The vectors that can be added to a game that claims its P-positions, and is right.
///
/// # Errors
/// If the claim is outside the decidable theories, or the watch stops the work.
pub fn vectors(spec: &Spec, watch: &dyn Watch) -> Result<Language, DecideError> {
    AddableFinder::of(spec, watch)?.vectors(watch)
}

/// The single moves that can be added to a game that claims its P-positions, and is right.
///
/// # Errors
/// If the claim is outside the decidable theories, or the watch stops the work.
pub fn moves(spec: &Spec, watch: &dyn Watch) -> Result<Language, DecideError> {
    AddableFinder::of(spec, watch)?.moves(watch)
}

/// So many vectors are shown.
pub const SHOWN: usize = 12;

/// With more piles there are too many small positions.
const MOST_LOOKED_AT: usize = 6;

/// The smallest vectors that are no move of the rules at some small position.
fn shown_fresh(
    spec: &Spec,
    vectors: &Language,
    watch: &dyn Watch,
) -> Result<Vec<Vec<u32>>, DecideError> {
    if spec.dimension() > MOST_LOOKED_AT {
        return Ok(Vec::new());
    }
    let mut stopped = None;
    let found = shape::smallest(spec.dimension(), SHOWN, |vector| {
        if stopped.is_some() || !holds(vectors, vector) {
            return false;
        }
        stopped = watch.check().err();
        Tuples::up_to(spec.dimension(), 3).any(|left| is_no_move(spec, vector, &left, watch))
    });
    match stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(found),
    }
}

/// Is there a position from which the vector can be taken, with this left, although the rules have no such move?
fn is_no_move(spec: &Spec, vector: &[u32], left: &[u32], watch: &dyn Watch) -> bool {
    let position = |piles: Vec<u32>| {
        let given: Vec<Natural> = piles.iter().map(|pile| Natural::from(*pile)).collect();
        let position = spec.position(given).ok()?;
        Some((position, spec.piles.order.is_kept_by(&piles)))
    };
    let from = { vector.iter().zip(left) }
        .map(|(taken, left)| taken + left)
        .collect();
    let (Some((from, true)), Some((to, _))) = (position(from), position(left.to_vec())) else {
        return false;
    };
    let ended = spec.ends.as_ref().is_some_and(|_| {
        // Where the rules end the game no move is legal, and none can be added.
        let moves = spec.for_each_move(&from, watch, &mut |_| ControlFlow::Break(()));
        !matches!(moves, Ok(ControlFlow::Break(())))
    });
    !ended && matches!(spec.legal(&from, &to, watch), Ok(Err(_)))
}

/// What came of some work that is done only if it takes little.
pub(super) fn unless_dear<T>(result: Result<T, DecideError>) -> Result<Option<T>, DecideError> {
    match result {
        Err(DecideError::Stopped(stopped)) if !stopped.is_too_large() => Err(stopped.into()),
        other => Ok(other.ok()),
    }
}

/// Is a tuple of small numbers among those that an automaton accepts?
pub fn holds(language: &Language, tuple: &[u32]) -> bool {
    let digits = |number: &u32| language.system.digits_of_word(u64::from(*number));
    let words: Option<Vec<Vec<u64>>> = tuple.iter().map(digits).collect();
    words.is_some_and(|words| language.set.holds_words(&words))
}

/// The P-positions of a game, and its piles as variables.
struct AddableFinder<'a> {
    spec: &'a Spec,
    p: Arc<Set>,
    before: Vec<Variable>,
    after: Vec<Variable>,
}

impl<'a> AddableFinder<'a> {
    fn of(spec: &'a Spec, watch: &dyn Watch) -> Result<Self, DecideError> {
        if spec.piles.order.sorted(spec.dimension()) > MOST_SORTED {
            return Err(DecideError::TooLarge);
        }
        let p = Language::p_positions(spec, watch)?;
        let p = p.ok_or_else(|| DecideError::Unbound("P".to_owned()))?;
        let piles = 0..spec.dimension();
        Ok(Self {
            spec,
            p: Arc::new(p.set.named("P", "P", &p.system, OF_P)),
            before: piles.clone().map(|pile| spec.before(pile)).collect(),
            after: piles.map(|pile| spec.after(pile)).collect(),
        })
    }

    /// `not exists x, x': x = x' + v and x in P and x' in P`, for a vector that is not 0.
    fn vectors(&self, watch: &dyn Watch) -> Result<Language, DecideError> {
        let (vector, from) = self.taken();
        let arranged = self.arranged(watch)?;
        let mut inside = vec![
            Formula::member(self.after.iter(), &arranged),
            Formula::member(from.iter().cloned(), &self.p),
        ];
        inside.extend(self.goes_on(&from));
        let inside = self.for_some_target(inside);
        let condition = Formula::And(vec![sum(&vector).greater(0), inside.negated()]);
        language("V", &vector, condition, watch)
    }

    /// The vectors of a set that some position allows to be taken, although no move of the rules does it.
    fn fresh(&self, vectors: &Language, watch: &dyn Watch) -> Result<Language, DecideError> {
        let (vector, from) = self.taken();
        let first = OF_P + (1 << 21);
        let set = Arc::new(vectors.set.named("V", "V", &vectors.system, first));
        let afters: Vec<Term> = self.after.iter().map(Term::from).collect();
        let arranged = in_every_order(&afters, self.spec.piles.order);
        let mut parts = self.position(&from);
        parts.extend(self.goes_on(&from));
        if self.spec.domain.is_some() {
            let targets = arranged.iter();
            let targets = targets.map(|piles| Formula::And(self.position(piles)));
            parts.push(Formula::Or(targets.collect()));
        }
        for piles in &arranged {
            for rule in &self.spec.moves {
                parts.push(self.allows(rule, &from, piles).negated());
            }
        }
        let some = self.for_some_target(parts);
        let condition = Formula::And(vec![Formula::member(vector.iter(), &set), some]);
        language("F", &vector, condition, watch)
    }

    /// Does a kind of move lead from piles to these?
    fn allows(&self, rule: &MoveRule, from: &[Term], targets: &[Term]) -> Formula {
        let shrinks = from.iter().zip(targets);
        let shrinks = shrinks.map(|(from, to)| from.clone().at_least(to.clone()));
        let befores = self.before.iter().cloned().zip(from.iter().cloned());
        let afters = self.after.iter().cloned().zip(targets.iter().cloned());
        let put = Substitution::new(befores.chain(afters));
        let clauses = rule.clauses.iter().map(|clause| put.formula(clause));
        Formula::And(shrinks.chain(clauses).collect())
    }

    /// A vector, and the piles before the move that takes it and leaves the piles after a move.
    fn taken(&self) -> (Vec<Variable>, Vec<Term>) {
        let names = self.spec.piles.names.iter();
        let vector: Vec<Variable> = { names.zip(OF_VECTORS..) }
            .map(|(name, id)| Variable::new(id, name.as_ref()))
            .collect();
        let from = { self.after.iter().zip(&vector) }
            .map(|(after, taken)| Term::from(after) + taken)
            .collect();
        (vector, from)
    }

    /// The rules do not end the game here.
    fn goes_on(&self, piles: &[Term]) -> Option<Formula> {
        let ends = self.spec.ends.as_ref()?;
        let pairs = self.before.iter().cloned().zip(piles.iter().cloned());
        Some(Substitution::new(pairs).formula(ends).negated())
    }

    fn for_some_target(&self, parts: Vec<Formula>) -> Formula {
        let piles = self.after.iter().rev();
        piles.fold(Formula::And(parts), |body, pile| {
            Formula::exists(pile, body)
        })
    }

    fn sorted(&self) -> usize {
        self.spec.piles.order.sorted(self.after.len())
    }

    /// The piles after a move that are a P-position once they are sorted.
    fn arranged(&self, watch: &dyn Watch) -> Result<Arc<Set>, DecideError> {
        if self.sorted() < 2 {
            return Ok(Arc::clone(&self.p));
        }
        let arranged = in_every_order(&self.after, self.spec.piles.order);
        let members = arranged.iter();
        let members = members.map(|piles| Formula::member(piles.iter(), &self.p));
        let condition = Formula::Or(members.collect());
        let found = language("P", &self.after, condition, watch)?;
        let first = OF_P + (1 << 20);
        Ok(Arc::new(found.set.named("P", "P", &found.system, first)))
    }

    /// `x' below x`, both positions, not both in P.
    fn moves(&self, watch: &dyn Watch) -> Result<Language, DecideError> {
        let pairs = || self.before.iter().zip(&self.after);
        let mut parts: Vec<Formula> = pairs()
            .map(|(before, after)| Term::from(before).at_least(after))
            .collect();
        parts.push(sum(&self.before).greater(sum(&self.after)));
        let terms = |piles: &[Variable]| piles.iter().map(Term::from).collect::<Vec<_>>();
        let (before, after) = (terms(&self.before), terms(&self.after));
        parts.extend(self.position(&before));
        parts.extend(self.position(&after));
        parts.extend(self.goes_on(&before));
        let both = [&self.before, &self.after].map(|piles| Formula::member(piles.iter(), &self.p));
        parts.push(Formula::And(both.to_vec()).negated());
        let numbers: Vec<Variable> =
            { pairs().flat_map(|(before, after)| [before.clone(), after.clone()]) }.collect();
        language("M", &numbers, Formula::And(parts), watch)
    }

    /// What makes piles a position.
    fn position(&self, piles: &[Term]) -> Vec<Formula> {
        let pairs = piles[..self.sorted()].windows(2);
        let mut parts: Vec<Formula> = pairs
            .map(|pair| pair[1].clone().at_least(pair[0].clone()))
            .collect();
        if let Some(domain) = &self.spec.domain {
            let pairs = self.before.iter().cloned().zip(piles.iter().cloned());
            parts.push(Substitution::new(pairs).formula(domain));
        }
        parts
    }
}

/// The tuples of numbers that meet a condition.
fn language(
    name: &str,
    numbers: &[Variable],
    condition: Formula,
    watch: &dyn Watch,
) -> Result<Language, DecideError> {
    let tuple: Vec<Term> = numbers.iter().map(Term::from).collect();
    let set = Set::new(name, tuple.len(), [Piece::new(tuple, numbers, condition)]);
    let found = Language::of_set(&set, watch)?;
    let numbers = numbers.iter().map(|number| number.name().to_owned());
    Ok(Language {
        numbers: numbers.collect(),
        ..found
    })
}

fn sum(numbers: &[Variable]) -> Term {
    { numbers.iter() }.fold(Term::from(0), |sum, number| sum + number)
}
