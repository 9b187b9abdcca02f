//! What must be shown for each kind of claim: the frame that all share. Theorems are closed, so that the search leaves
//! nothing but their truth; the others have files of their own.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use watch::Watch;

use super::Refusal;
use super::digits::DigitSystem;
use super::form::TrackSum;
use super::formula::Formulas;
use super::statement::{Formula, Proposition, Relation, Rules};
use super::text::{CertifiedClaim, ClaimEvidence};
use super::tree::TableFormula;

/// The tracks of values: of a piece's variables, or of a position. They come first, because the rest depends on them.
pub const VALUES: usize = 0;
/// The tracks of other values for the same position.
pub const OTHERS: usize = 1 << 20;
/// The tracks of a position, with those of a position after a move between them.
pub const PILES: usize = 1 << 32;
/// Sorted piles can be arranged in many ways.
const MOST_PILES: usize = 7;
/// No more remainders of the variables of a sentence, or of a piece of a set, are looked at together.
const MOST_INSTANCES: i64 = 64;
/// No period of nim-values is larger.
const LARGEST_PERIOD: i64 = 1 << 20;

/// Shows one claim, or says why it is not shown. Returns whether it speaks of no position, and how many states were visited.
pub fn check(
    rules: &Rules,
    certified: &CertifiedClaim,
    watch: &dyn Watch,
) -> Result<(bool, usize), Refusal> {
    if rules.piles.len() > MOST_PILES {
        return Err(Refusal::TooLarge);
    }
    let digits = DigitSystem::new(&certified.system)?;
    let mut formulas = Formulas::new(&digits, watch)?;
    let periods = certified.periods.as_slice();
    let period = match (&certified.says, periods) {
        (Proposition::Theorem(_), _) => {
            few_together(periods)?;
            formulas.periods = periods;
            1
        }
        (Proposition::NimValues(_), &[period]) if (1..=LARGEST_PERIOD).contains(&period) => period,
        (_, []) => 1,
        _ => return Err(wrong("this is no period of such a claim")),
    };
    let game = CheckedGame::new(rules, formulas, period);
    let empty = match (&certified.says, &certified.evidence) {
        (Proposition::PPositions(pieces), ClaimEvidence::Strategies(strategies)) => {
            let claimed = game.p_positions(pieces, false)?;
            claimed.won_by(strategies)?;
            false
        }
        (Proposition::MiserePPositions(_) | Proposition::NimValues(_), _) if rules.blocking > 0 => {
            return Err(Refusal::not_understood(
                "such a claim where options are forbidden",
            ));
        }
        (Proposition::MiserePPositions(pieces), ClaimEvidence::Strategies(strategies)) => {
            let claimed = game.p_positions(pieces, true)?;
            claimed.won_by(strategies)?;
            false
        }
        (Proposition::NimValues(values), ClaimEvidence::Computed) => game.nim_values(values)?,
        (Proposition::Theorem(sentence), ClaimEvidence::Computed) => game.is_true(sentence, &[])?,
        (Proposition::Theorem(sentence), ClaimEvidence::Witness(numbers)) => {
            game.is_true(sentence, numbers)?
        }
        _ => return Err(wrong("this is not what shows such a claim")),
    };
    Ok((empty, game.formulas.states.get()))
}

/// Periods must be positive, with few remainders together.
pub fn few_together(periods: &[i64]) -> Result<(), Refusal> {
    let together = periods.iter().copied().fold(1, i64::saturating_mul);
    match periods.iter().all(|period| *period > 0) && together <= MOST_INSTANCES {
        true => Ok(()),
        false => Err(wrong(
            "its periods are not positive, or have too many remainders",
        )),
    }
}

/// What must hold for a kind of move between such piles.
type Legal = FxHashMap<(usize, Vec<TrackSum>), Vec<TableFormula>>;

/// A game whose formulas can be translated.
pub struct CheckedGame<'a> {
    pub rules: &'a Rules,
    pub formulas: Formulas<'a>,
    /// A pile is this multiple of a number on a track and a smaller number on the next one; if it is 1, there is no next one.
    period: i64,
    /// What kinds of move must satisfy, where the piles before and after stand for these forms.
    legal: RefCell<Legal>,
}

impl<'a> CheckedGame<'a> {
    /// Nim-values with a large period are told from the multiples and the remainders: as tables of whole numbers they
    /// would be too large.
    pub fn new(rules: &'a Rules, formulas: Formulas<'a>, period: i64) -> Self {
        let game = Self {
            rules,
            formulas,
            period,
            legal: RefCell::default(),
        };
        let residues = game.piles().into_iter().skip(1).step_by(2);
        if period > 1 {
            let both = residues.flat_map(|track| [track, track + 1]);
            let below = both.map(|track| (track, period));
            game.formulas.below.borrow_mut().extend(below);
        }
        game
    }
}

impl CheckedGame<'_> {
    /// The tracks of the piles before a move.
    pub fn piles(&self) -> Vec<usize> {
        let each = if self.period > 1 { 2 } else { 1 };
        let all = 0..each * self.rules.piles.len();
        all.map(|pile| PILES + 2 * pile).collect()
    }

    /// The piles of a position: of the one before a move (0) or after it (1).
    pub fn forms(&self, after: usize) -> Result<Vec<TrackSum>, Refusal> {
        let piles = self.piles().into_iter();
        let tracks: Vec<TrackSum> = piles.map(|pile| TrackSum::track(pile + after)).collect();
        match self.period {
            1 => Ok(tracks),
            period => (tracks.chunks(2))
                .map(|pair| pair[1].plus(period, &pair[0]))
                .collect(),
        }
    }

    /// The positions after a move, as forms and as where they stand: those with the multiples of the position before it,
    /// where there are any, and then all of them.
    pub fn targets(&self) -> Result<Vec<(Vec<TrackSum>, Rename)>, Refusal> {
        let mut targets: Vec<(Vec<TrackSum>, Rename)> = vec![(self.forms(1)?, moved)];
        if self.period > 1 {
            let tracks = self.piles();
            let pairs = tracks.chunks(2).map(|pair| {
                let remainder = TrackSum::track(remaining(pair[1]));
                remainder.plus(self.period, &TrackSum::track(remaining(pair[0])))
            });
            targets.insert(0, (pairs.collect::<Result<_, _>>()?, remaining));
        }
        Ok(targets)
    }

    /// The table of the numbers on these tracks for which all trees can be satisfied.
    pub fn some(
        &self,
        trees: Vec<TableFormula>,
        tracks: &[usize],
    ) -> Result<TableFormula, Refusal> {
        self.formulas.some(&TableFormula::and(trees), tracks)
    }

    /// Accepts if no numbers satisfy all trees.
    pub fn never(&self, trees: Vec<TableFormula>, otherwise: &str) -> Result<(), Refusal> {
        match self.formulas.is_impossible(&TableFormula::and(trees))? {
            true => Ok(()),
            false => Err(wrong(otherwise)),
        }
    }

    /// A sentence is true: no position is spoken of that could be missing. Given are numbers that show it.
    fn is_true(&self, sentence: &Formula, witness: &[i64]) -> Result<bool, Refusal> {
        match self.formulas.with_witness(sentence, witness)? {
            TableFormula::Constant(true) => Ok(false),
            TableFormula::Constant(false) => Err(wrong("the theorem is false")),
            _ => Err(Refusal::not_understood("a theorem with a free variable")),
        }
    }

    /// Sorted piles are in order, the vector is a position, and remainders are small.
    pub fn position(&self) -> Result<TableFormula, Refusal> {
        let mut parts = Vec::new();
        for pair in self.forms(0)?[..self.rules.sorted].windows(2) {
            let step = pair[1].plus(-1, &pair[0])?;
            parts.push(self.formulas.relate(&step, Relation::GreaterOrEqual)?);
        }
        if let Some(domain) = &self.rules.domain {
            let piles = self.forms(0)?;
            parts.push(
                self.formulas
                    .with(&piles, || self.formulas.formula(domain))?,
            );
        }
        let bounds = self.formulas.below.borrow().clone();
        for track in self
            .piles()
            .iter()
            .filter(|track| bounds.contains_key(track))
        {
            let over = TrackSum::track(*track).plus(1, &TrackSum::constant(-self.period))?;
            parts.push(self.formulas.relate(&over, Relation::Less)?);
        }
        Ok(TableFormula::and(parts))
    }

    /// What must hold for a kind of move, all of it: the piles after the move stand in this order in the target.
    pub fn legal(
        &self,
        kind: usize,
        before: &[TrackSum],
        target: &[TrackSum],
        order: &[usize],
    ) -> Result<Vec<TableFormula>, Refusal> {
        let mut legal = self.allowed(kind, before, target, order)?;
        legal.push(self.taken(before, target, order)?);
        Ok(legal)
    }

    /// Some pile changes.
    pub fn taken(
        &self,
        before: &[TrackSum],
        target: &[TrackSum],
        order: &[usize],
    ) -> Result<TableFormula, Refusal> {
        let mut changes = Vec::new();
        for (before, &place) in before.iter().zip(order) {
            let difference = before.plus(-1, &target[place])?;
            changes.push(self.formulas.relate(&difference, Relation::NotEqual)?);
        }
        Ok(TableFormula::or(changes))
    }

    /// No pile grows, the game has not ended, and the rule allows it.
    pub fn allowed(
        &self,
        kind: usize,
        before: &[TrackSum],
        target: &[TrackSum],
        order: &[usize],
    ) -> Result<Vec<TableFormula>, Refusal> {
        let formulas = &self.formulas;
        let after: Vec<TrackSum> = order.iter().map(|&place| target[place].clone()).collect();
        let both = [before, &after].concat();
        let known = self.legal.borrow().get(&(kind, both.clone())).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let plain: Vec<usize> = (0..order.len()).collect();
        if self.period == 1 && order != plain && target == self.forms(1)? {
            // The same tables read the piles after the move elsewhere.
            let elsewhere = |track: usize| match track.checked_sub(PILES) {
                Some(pile) if pile % 2 == 1 => PILES + 2 * order[pile / 2] + 1,
                _ => track,
            };
            let legal = self.allowed(kind, before, target, &plain)?;
            return Ok(legal.iter().map(|part| part.renamed(&elsewhere)).collect());
        }
        let mut parts = Vec::new();
        for (before, after) in before.iter().zip(&after) {
            let difference = before.plus(-1, after)?;
            parts.push(formulas.relate(&difference, Relation::GreaterOrEqual)?);
        }
        for clause in &self.rules.moves[kind].1 {
            parts.push(formulas.with(&both, || formulas.formula(clause))?);
        }
        if let Some(ends) = &self.rules.ends {
            let ends = formulas.with(before, || formulas.formula(ends))?;
            parts.push(ends.negated());
        }
        let legal = match TableFormula::and(parts) {
            TableFormula::And(parts) => parts,
            other => vec![other],
        };
        let mut known = self.legal.borrow_mut();
        Ok(known.entry((kind, both)).or_insert(legal).clone())
    }

    /// Where each pile may stand in the position after a move.
    pub fn orders(&self) -> Vec<Vec<usize>> {
        let count = self.rules.piles.len();
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for pile in 0..self.rules.sorted {
            let longer = orders.iter().flat_map(|order| {
                (0..=pile).map(|place| [&order[..place], &[pile], &order[place..]].concat())
            });
            orders = longer.collect();
        }
        let placed = |mut order: Vec<usize>| {
            order.extend(self.rules.sorted..count);
            order
        };
        orders.into_iter().map(placed).collect()
    }
}

/// The same about the position after a move.
pub fn target(tree: &TableFormula) -> TableFormula {
    tree.renamed(&moved)
}

/// Where a track goes.
pub type Rename = fn(usize) -> usize;

/// The tracks of the position after a move.
fn moved(track: usize) -> usize {
    track + usize::from(track >= PILES)
}

/// The same, where multiples are those of the position before it.
fn remaining(track: usize) -> usize {
    let is_remainder = track >= PILES && (track - PILES) % 4 == 2;
    track + usize::from(is_remainder)
}

/// The same about other values.
pub fn other(tree: &TableFormula) -> TableFormula {
    tree.renamed(&|track| track + if track < OTHERS { OTHERS } else { 0 })
}

pub fn wrong(reason: &str) -> Refusal {
    Refusal::Wrong(reason.to_owned())
}
