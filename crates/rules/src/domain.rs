//! Which vectors are positions of a [`Spec`]: all that are in order, or those that `positions when` names.
//!
//! The condition speaks of a position as it is shown, with sorted piles in order. A move leads to a position only; where piles
//! are sorted after it, some arrangement of the condition holds before ([`Spec::leads_to_position`]).

use logic::evaluate::{Assignment, Evaluator};
use logic::explain::explain;
use logic::fold::Substitution;
use logic::visit::free_variables;
use logic::words::{Prepared, WordValues};
use logic::{Formula, Term, Unwatched};
use numeration::natural::Natural;

use crate::arrangement::in_every_order;
use crate::legality::piles_before;
use crate::narrow;
use crate::spec::Spec;

/// With more sorted piles, a condition on them has too many arrangements.
pub const MOST_ARRANGED: usize = 5;

impl Spec {
    /// Why a vector, its sorted piles in order, is not a position; nothing if it is one.
    pub(crate) fn not_a_position(&self, piles: &[Natural]) -> Option<String> {
        let domain = self.domain.as_ref()?;
        let known = piles_before(self, piles);
        match Evaluator::new(&Unwatched).holds(domain, &known) {
            Ok(true) => None,
            Ok(false) => Some(self.why_not(domain, &known)),
            Err(error) => Some(format!(
                "positions are those with {domain}, and here that is not known: {error}"
            )),
        }
    }

    fn why_not(&self, domain: &Formula, known: &Assignment) -> String {
        let evaluator = Evaluator::new(&Unwatched);
        let reasons = explain(&evaluator, std::slice::from_ref(domain), known);
        match reasons {
            Ok(reasons) if !reasons.is_empty() => reasons.join("; "),
            _ => format!("positions are those with {domain}"),
        }
    }

    /// "The piles after a move, put in order, are a position", where that is not always so.
    pub fn leads_to_position(&self) -> Option<Formula> {
        let domain = self.domain.as_ref()?;
        let sorted = self.piles.order.sorted(self.dimension());
        let mentions = |pile: usize| free_variables(domain).contains(&&self.before(pile));
        let afters = (0..self.dimension()).map(|pile| Term::from(self.after(pile)));
        let afters: Vec<Term> = afters.collect();
        let arranged = if (0..sorted).any(mentions) {
            in_every_order(&afters, self.piles.order)
        } else {
            vec![afters]
        };
        let several = arranged.len() > 1;
        let one = |after: Vec<Term>| {
            let piles = (0..self.dimension()).map(|pile| self.before(pile));
            let there = Substitution::new(piles.zip(after.iter().cloned())).formula(domain);
            let links = after[..sorted].windows(2).filter(|_| several);
            let links = links.map(|pair| pair[0].clone().at_most(pair[1].clone()));
            Formula::all(links.chain([there]))
        };
        Some(Formula::any(arranged.into_iter().map(one)))
    }
}

/// The same question about many vectors of machine words.
pub struct PositionDomain<'s> {
    spec: &'s Spec,
    prepared: Option<Prepared>,
    words: WordValues,
}

impl<'s> PositionDomain<'s> {
    /// The domain of a game.
    pub fn of(spec: &'s Spec) -> Self {
        Self {
            spec,
            prepared: spec.domain.as_ref().map(Prepared::new),
            words: WordValues::new(),
        }
    }

    /// Is it a position?
    pub fn has(&mut self, piles: &[u32]) -> bool {
        let Some(prepared) = &self.prepared else {
            return true;
        };
        for (index, pile) in piles.iter().enumerate() {
            self.words.set_id(narrow::count(index), u64::from(*pile));
        }
        self.words.holds(prepared).unwrap_or_else(|| {
            let piles: Vec<Natural> = piles.iter().map(|pile| Natural::from(*pile)).collect();
            self.spec.not_a_position(&piles).is_none()
        })
    }
}
