//! Do the rules and the claim of a game have a truth value wherever they are asked?
//!
//! What is said of digits, shifts and nim-sums has none where a number is negative ([`logic::defined`]). Brute force comes upon such a position and
//! stops; automata would pass over it. So it is decided first that there is none: rules are asked of positions and of vectors that no pile of which is
//! larger, claims of positions. Where no number might be negative, as nearly always, there is nothing to decide.

use std::sync::Arc;

use logic::arithmetic::verify::KnownSystems;
use logic::decide::{DecideError, Truth, decide_guarded, is_plainly_defined, undefined};
use logic::defined::{has_members, has_value, is_defined, is_false, is_total, is_true};
use logic::watch::Watch;
use logic::{Formula, HowMany, Set, Term, Variable};
use rules::spec::Spec;

/// A game whose formulas are looked at.
pub(crate) struct Definedness<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) systems: &'a KnownSystems,
    pub(crate) watch: &'a dyn Watch,
}

impl Definedness<'_> {
    /// The rules have a truth value for every position and every smaller vector.
    pub(crate) fn rules(&self) -> Result<(), DecideError> {
        let spec = self.spec;
        let piles = self.befores();
        for condition in spec.domain.iter().chain(&spec.ends) {
            let asked = match spec.domain.as_ref() == Some(condition) {
                true => self.sorted(),
                false => self.position(),
            };
            self.everywhere(&piles, asked, is_defined(condition), condition)?;
        }
        let pairs = (0..spec.dimension()).map(|pile| (spec.before(pile), spec.after(pile)));
        let pairs: Vec<(Variable, Variable)> = pairs.collect();
        let mut asked = vec![self.position()];
        asked.extend(spec.ends.as_ref().map(is_false));
        for (before, after) in &pairs {
            asked.push(Term::from(after).at_most(before));
        }
        let terms = pairs
            .iter()
            .map(|(before, after)| (before.into(), after.into()));
        asked.push(Formula::changes::<Term>(HowMany::AtLeast(1), terms));
        let asked = Formula::all(asked);
        let both = pairs.iter().flat_map(|(before, after)| [before, after]);
        let both: Vec<Variable> = both.cloned().collect();
        for rule in &spec.moves {
            let clauses = Formula::all(rule.clauses.iter().cloned());
            self.everywhere(&both, asked.clone(), is_defined(&clauses), &clauses)?;
        }
        Ok(())
    }

    /// Every position is a member of the set, or is not.
    pub(crate) fn set(&self, set: &Arc<Set>) -> Result<(), DecideError> {
        let mut pieces = set.pieces.iter();
        let named = pieces.try_for_each(|piece| {
            let entries = piece.tuple.iter().map(|entry| entry.clone().at_least(0));
            let named = Formula::all(entries.chain([piece.condition.clone()]));
            let anything = Formula::Constant(true);
            self.everywhere(&piece.variables, anything, has_members(piece), &named)
        });
        let Err(DecideError::Undefined(_)) = named else {
            return named;
        };
        // It may be so for numbers that name no position.
        let piles = self.befores();
        let member = Formula::Member(piles.iter().map(Term::from).collect(), Arc::clone(set));
        match self.everywhere(&piles, self.position(), is_defined(&member), &member) {
            Err(DecideError::Undefined(_)) => named,
            found => found,
        }
    }

    /// Every position has a nim-value, or none is claimed for it.
    pub(crate) fn values(&self) -> Result<(), DecideError> {
        for claim in &self.spec.nim_values {
            if is_total(&claim.condition) && is_total(&claim.value) {
                continue;
            }
            let value = Formula::all([is_true(&claim.condition), has_value(&claim.value)]);
            let says = Formula::any([is_false(&claim.condition), value]);
            let claimed = claim.value.clone().at_least(0);
            let claimed = Formula::all([claim.condition.clone(), claimed]);
            self.everywhere(&self.befores(), self.position(), says, &claimed)?;
        }
        Ok(())
    }

    fn befores(&self) -> Vec<Variable> {
        (0..self.spec.dimension())
            .map(|pile| self.spec.before(pile))
            .collect()
    }

    /// Sorted piles are in order.
    fn sorted(&self) -> Formula {
        let piles = self.befores();
        let sorted = self.spec.piles.order.sorted(piles.len());
        let pairs = piles[..sorted].windows(2);
        Formula::all(pairs.map(|pair| Term::from(&pair[0]).at_most(&pair[1])))
    }

    fn position(&self) -> Formula {
        let domain = self.spec.domain.iter().map(is_true);
        Formula::all(domain.chain([self.sorted()]))
    }

    /// Where something is asked, it is said; if not, this formula has no truth value there.
    fn everywhere(
        &self,
        variables: &[Variable],
        asked: Formula,
        says: Formula,
        formula: &Formula,
    ) -> Result<(), DecideError> {
        let given = match &asked {
            Formula::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        if says == Formula::Constant(true)
            || is_plainly_defined(formula, variables, given, self.systems, self.watch)?
        {
            return Ok(());
        }
        let body = Formula::Implies(Box::new(asked), Box::new(says));
        let variables = variables.iter().rev();
        let sentence = variables.fold(body, |body, variable| Formula::forall(variable, body));
        match decide_guarded(&sentence, self.systems, self.watch)?.verdict {
            Truth::True => Ok(()),
            Truth::False(values) => Err(undefined(formula, &values)),
        }
    }
}
