//! Is a move of a [`Spec`] legal, and if not, why not?
//!
//! A legal move gets every kind that allows it. For an illegal one each kind says which of its clauses
//! fail, with the numbers put in; where the piles are sorted, for the arrangements of the target
//! that come nearest to being allowed.

use std::ops::ControlFlow;

use logic::evaluate::{Assignment, EvaluationError, Evaluator};
use logic::explain::{Miss, explain, miss};
use logic::watch::Watch;
use logic::words::{Prepared, WordValues};
use logic::{Formula, Term, Variable};
use numeration::abbreviated::abbreviated;
use numeration::counted::counted;
use numeration::natural::{Integer, Natural};

use crate::arrangement::Arrangements;
use crate::narrow;
use crate::position::Position;
use crate::ruleset::{IllegalMove, Kind, Legality, Reason, RulesError, Ruleset};
use crate::spec::{Clauses, MoveRule, Spec};

/// The most arrangements that are compared for the best explanation.
const MOST_COMPARED: usize = 720;

/// The most arrangements of which it is said why they fail.
const MOST_TOLD: usize = 6;

/// See [`Ruleset::legal`](crate::ruleset::Ruleset::legal).
pub(crate) fn legal(
    spec: &Spec,
    from: &Position,
    to: &Position,
    watch: &dyn Watch,
) -> Result<Legality, RulesError> {
    if let Some(kinds) = kinds_of_words(spec, from, to).filter(|kinds| !kinds.is_empty()) {
        return Ok(Ok(kinds));
    }
    let question = LegalityCheck {
        spec,
        evaluator: Evaluator::new(watch),
        from,
        to,
        after_variables: piles_after(spec),
    };
    let reasons = match question.obstacles()? {
        obstacles if !obstacles.is_empty() => obstacles,
        _ => {
            let kinds = question.kinds()?;
            if !kinds.is_empty() {
                return Ok(Ok(kinds));
            }
            question.failures()?
        }
    };
    Ok(Err(IllegalMove {
        from: from.clone(),
        to: to.clone(),
        reasons,
    }))
}

/// The piles before the move as values of their variables.
pub(crate) fn piles_before(spec: &Spec, from: &[Natural]) -> Assignment {
    (0..spec.dimension())
        .zip(from)
        .map(|(index, pile)| (spec.before(index), Integer::from(pile)))
        .collect()
}

/// The variables of the piles after the move.
pub(crate) fn piles_after(spec: &Spec) -> Vec<Variable> {
    (0..spec.dimension())
        .map(|index| spec.after(index))
        .collect()
}

/// What a rule asks of the piles after the move, with the piles before it put in.
pub(crate) fn condition(
    evaluator: &Evaluator<'_>,
    rule: &MoveRule,
    before: &Assignment,
) -> Result<Formula, EvaluationError> {
    evaluator.simplify(&Formula::And(rule.clauses.to_vec()), before)
}

/// Does the game end here, whatever the rules would allow?
pub(crate) fn has_ended(
    evaluator: &Evaluator<'_>,
    spec: &Spec,
    before: &Assignment,
) -> Result<bool, EvaluationError> {
    spec.ends
        .as_ref()
        .map_or(Ok(false), |ends| evaluator.holds(ends, before))
}

/// With more sorted piles than this, arrangements are looked for with cuts.
const FEW_PILES: usize = 4;

/// The kinds that allow a move between piles that fit machine words, where no search is needed to see them.
pub(crate) fn kinds_of_words(spec: &Spec, from: &Position, to: &Position) -> Option<Vec<Kind>> {
    let (before, after) = (FewPiles::of(from)?, FewPiles::of(to)?);
    let (before, after) = (before.piles(), after.piles());
    let dimension = spec.dimension();
    let sorted = spec.piles.order.sorted(dimension);
    let grows = before.iter().zip(after).any(|(old, new)| old < new);
    if before.len() != dimension || after.len() != dimension || before == after || grows {
        return None;
    }
    if sorted > FEW_PILES {
        return None;
    }
    let moved = moved(before, after, sorted);
    let mut known = WordValues::with_room_for(2 * dimension + FEW_PILES);
    for (index, pile) in before.iter().enumerate() {
        known.set_id(narrow::count(index), *pile);
    }
    if let Some(ends) = &spec.ends
        && known.holds(&Prepared::new(ends))?
    {
        return None;
    }
    if spec.domain.is_some() && !(spec.has(from) && spec.has(to)) {
        return None;
    }
    let mut kinds = Vec::new();
    let most = spec.moves.iter().map(|rule| rule.clauses.len()).max();
    let mut open = Vec::with_capacity(most.unwrap_or(0));
    for rule in &spec.moves {
        open.clear();
        // What the piles before the move allow or forbid, they allow or forbid in every arrangement of the piles after it.
        let truth = |clause: &Formula, prepared: &Prepared| match clause {
            _ if sorted == 0 => None,
            Formula::Changes(how_many, pairs)
                if !how_many.allows_from(moved) && are_all_piles(pairs) =>
            {
                Some(false)
            }
            _ => known.holds(prepared),
        };
        if !are_possible(&rule.clauses, truth, &mut open) {
            continue;
        }
        let mut placing = PilePlacement {
            clauses: &open,
            before,
            after,
            sorted,
            known: &mut known,
        };
        if placing.rest(0, 0)? {
            kinds.push(rule.kind.clone());
        }
    }
    Some(kinds)
}

/// Is none of the clauses false? Those that are not true either are collected.
fn are_possible<'a>(
    clauses: &'a Clauses,
    mut truth: impl FnMut(&Formula, &Prepared) -> Option<bool>,
    open: &mut Vec<&'a Prepared>,
) -> bool {
    let mut both = clauses.iter().zip(clauses.prepared());
    both.all(|(clause, prepared)| match truth(clause, prepared) {
        Some(truth) => truth,
        None => {
            open.push(prepared);
            true
        }
    })
}

/// Are these pairs every pile with what becomes of it, in order? There are then as many as the first pile after a move has
/// for a number.
fn are_all_piles(pairs: &[(Term, Term)]) -> bool {
    let id = |term: &Term| match term {
        Term::Variable(variable) => Some(variable.id()),
        _ => None,
    };
    let expected = (0..).zip(narrow::count(pairs.len())..);
    let found = pairs
        .iter()
        .map(|(before, after)| id(before).zip(id(after)));
    found
        .zip(expected)
        .all(|(found, expected)| found == Some(expected))
}

/// How many piles change at least, whichever of the sorted ones becomes which: those after the move that were not there
/// before it.
fn moved(before: &[u64], after: &[u64], sorted: usize) -> usize {
    let placed = before[sorted..].iter().zip(&after[sorted..]);
    let placed = placed.filter(|(old, new)| old != new).count();
    let (before, after) = (&before[..sorted], &after[..sorted]);
    let mut old = before.iter().peekable();
    let stayed = |pile: &&u64| {
        while old.next_if(|old| *old < *pile).is_some() {}
        old.next_if(|old| *old == *pile).is_some()
    };
    placed + after.len() - after.iter().filter(stayed).count()
}

/// A few piles of word size, without memory of their own: this is asked for every move that is checked.
struct FewPiles {
    words: [u64; Self::MOST],
    count: usize,
}

impl FewPiles {
    const MOST: usize = 8;

    fn of(position: &Position) -> Option<Self> {
        let (piles, mut words) = (position.piles(), [0; Self::MOST]);
        for (word, pile) in words.get_mut(..piles.len())?.iter_mut().zip(piles) {
            *word = u64::try_from(pile).ok()?;
        }
        let count = piles.len();
        Some(Self { words, count })
    }

    fn piles(&self) -> &[u64] {
        &self.words[..self.count]
    }
}

/// The piles after a move, put in their places one by one.
struct PilePlacement<'a> {
    /// What the rule asks of them.
    clauses: &'a [&'a Prepared],
    before: &'a [u64],
    /// The sorted ones in order.
    after: &'a [u64],
    /// So many of the first piles are sorted.
    sorted: usize,
    known: &'a mut WordValues,
}

impl PilePlacement<'_> {
    /// Does the rule allow some arrangement of the piles from a place on? Those whose bits are set are in their places.
    fn rest(&mut self, place: usize, placed: u32) -> Option<bool> {
        let (count, before) = (self.after.len(), self.before);
        let Some(most) = before.get(place) else {
            return self.known.all_hold(self.clauses);
        };
        let id = narrow::count(count + place);
        let choices = if place < self.sorted {
            0..self.sorted
        } else {
            place..place + 1
        };
        let (mut found, mut open) = (false, false);
        // Of equal piles one is tried.
        let mut tried = None;
        for choice in choices {
            let pile = self.after[choice];
            if placed & 1 << choice != 0 || pile > *most || tried == Some(pile) {
                continue;
            }
            tried = Some(pile);
            self.known.set_id(id, pile);
            if self.is_hopeless(count - place - 1) {
                continue;
            }
            match self.rest(place + 1, placed | 1 << choice) {
                Some(true) => {
                    found = true;
                    break;
                }
                Some(false) => {}
                None => open = true,
            }
        }
        self.known.unset_id(id);
        (found || !open).then_some(found)
    }

    /// Do the piles in their places forbid the move already, whatever becomes of the others? Asked only where these have several
    /// arrangements.
    fn is_hopeless(&mut self, others: usize) -> bool {
        self.sorted > 0 && others > 1 && self.known.all_hold(self.clauses) == Some(false)
    }
}

struct LegalityCheck<'a> {
    spec: &'a Spec,
    evaluator: Evaluator<'a>,
    from: &'a Position,
    to: &'a Position,
    after_variables: Vec<Variable>,
}

impl LegalityCheck<'_> {
    /// What forbids the move whatever its kind.
    fn obstacles(&self) -> Result<Vec<Reason>, RulesError> {
        let (before, after) = (self.from.piles(), self.to.piles());
        let every_kind = |text: String| Reason { kind: None, text };
        let expected = self.spec.dimension();
        if before.len() != expected || after.len() != expected {
            return Ok(vec![every_kind(format!(
                "{} is played on {}",
                self.spec.name,
                counted(expected, "pile", "piles")
            ))]);
        }
        let known = piles_before(self.spec, before);
        let mut reasons = Vec::new();
        if has_ended(&self.evaluator, self.spec, &known)? {
            let ends = self
                .spec
                .ends
                .as_ref()
                .map(Formula::to_string)
                .unwrap_or_default();
            reasons.push(every_kind(format!(
                "the game ends where {ends}, so there is no move from here"
            )));
        }
        let ends = [
            ("no move begins at what is not a position", before),
            ("it leads to what is not a position", after),
        ];
        for (what, piles) in ends {
            let reason = self.spec.not_a_position(piles);
            reasons.extend(reason.map(|reason| every_kind(format!("{what}: {reason}"))));
        }
        if before == after {
            reasons.push(every_kind("nothing is taken".to_owned()));
        }
        let piles = self.spec.piles.names.iter().zip(before.iter().zip(after));
        let growing: Vec<String> = piles
            .filter(|(_, (old, new))| old < new)
            .enumerate()
            .map(|(index, (name, (old, new)))| {
                let would = if index == 0 { " would grow" } else { "" };
                let [old, new] = [old, new].map(abbreviated);
                format!("pile {name}{would} from {old} to {new}")
            })
            .collect();
        if !growing.is_empty() {
            reasons.push(every_kind(growing.join(", ")));
        }
        Ok(reasons)
    }

    fn arrangements(&self) -> Arrangements<'_> {
        Arrangements::new(
            &self.evaluator,
            self.spec,
            self.from.piles(),
            self.to.piles(),
            &self.after_variables,
        )
    }

    /// The kinds that allow the move in some arrangement.
    fn kinds(&self) -> Result<Vec<Kind>, RulesError> {
        let mut known = piles_before(self.spec, self.from.piles());
        let mut kinds = Vec::new();
        for rule in &self.spec.moves {
            let condition = condition(&self.evaluator, rule, &known)?;
            if self.arrangements().first(&condition, &mut known)?.is_some() {
                kinds.push(rule.kind.clone());
            }
        }
        Ok(kinds)
    }

    /// For every kind, why it does not allow the move.
    fn failures(&self) -> Result<Vec<Reason>, RulesError> {
        let mut reasons = Vec::new();
        if self.spec.moves.is_empty() {
            reasons.push(Reason {
                kind: None,
                text: "the game has no moves".to_owned(),
            });
        }
        for rule in &self.spec.moves {
            let mut told: Vec<String> = Vec::new();
            for arrangement in self.near_arrangements(rule)? {
                let known = self.with_arrangement(&arrangement);
                let preface = self.preface(&arrangement);
                for text in explain(&self.evaluator, &rule.clauses, &known)? {
                    // What holds of several arrangements is said once.
                    if told.contains(&text) {
                        continue;
                    }
                    reasons.push(Reason {
                        kind: Some(rule.kind.clone()),
                        text: format!("{preface}{text}"),
                    });
                    told.push(text);
                }
            }
        }
        Ok(reasons)
    }

    /// The arrangements in which least is missing, the nearest first; of those in which the same
    /// fails, and perhaps more, only the nearest.
    fn near_arrangements(&self, rule: &MoveRule) -> Result<Vec<Vec<Natural>>, RulesError> {
        let mut missed = Vec::new();
        let mut trouble = None;
        let mut before = piles_before(self.spec, self.from.piles());
        let _stopped = self.arrangements().for_each(
            &Formula::Constant(true),
            &mut before,
            &mut |arrangement| {
                let known = self.with_arrangement(arrangement);
                match miss(&self.evaluator, &rule.clauses, &known) {
                    Ok(miss) => missed.push((miss, arrangement.to_vec())),
                    Err(error) => trouble = Some(error),
                }
                if trouble.is_some() || missed.len() == MOST_COMPARED {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        )?;
        if let Some(error) = trouble {
            return Err(error.into());
        }
        missed.sort_by(|(one, _), (other, _)| one.by_nearness(other));
        let mut near: Vec<(Miss<'_>, Vec<Natural>)> = Vec::new();
        for (miss, arrangement) in missed {
            let is_new = !near.iter().any(|(nearer, _)| nearer.is_within(&miss));
            if is_new && near.len() < MOST_TOLD {
                near.push((miss, arrangement));
            }
        }
        Ok(near
            .into_iter()
            .map(|(_, arrangement)| arrangement)
            .collect())
    }

    fn with_arrangement(&self, arrangement: &[Natural]) -> Assignment {
        let mut known = piles_before(self.spec, self.from.piles());
        for (variable, pile) in self.after_variables.iter().zip(arrangement) {
            known.set(variable, Integer::from(pile));
        }
        known
    }

    /// Says which arrangement is meant, if it is not the obvious one.
    fn preface(&self, arrangement: &[Natural]) -> String {
        if arrangement == self.to.piles() {
            return String::new();
        }
        let piles = self.spec.piles.names.iter().zip(arrangement);
        let arrows: Vec<String> = piles
            .map(|(name, pile)| format!("{name} -> {}", abbreviated(pile)))
            .collect();
        format!("with {}: ", arrows.join(", "))
    }
}

/// The clauses, conjunctions taken apart.
pub(crate) fn conjuncts(clauses: &[Formula]) -> Vec<&Formula> {
    clauses
        .iter()
        .flat_map(|clause| match clause.unnamed() {
            Formula::And(parts) => conjuncts(parts),
            other => vec![other],
        })
        .collect()
}
