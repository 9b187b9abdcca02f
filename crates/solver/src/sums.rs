//! Sets of nim-values that grow with the board, so that options along a family of moves are never listed.
//!
//! A family takes `c + s·d + t·e`. Let the first pile that it changes be the pile `l`. The values of all targets of a position `p` are
//! those of `u = p - c` and of all that lies behind `u` along `d` and `e`; the set of these is
//!
//! ```text
//! V(u) = V(u - d) and V(u - e) and the value of u.
//! ```
//!
//! There is one set for each line along `d`. When the pile `l` is about to become `v`, all points `u` whose pile `l` is `v - c` are
//! added, in the order of their other piles: then each set is `V` of the point of its line that was added last, and that is the one
//! that positions with `v` ask for. The points are vectors, not sorted, so that the same holds for sorted piles; all of them were valued before.

use std::sync::Arc;

use super::families::MoveFamily;
use logic::core::{Test, ValueError};
use rules::narrow;

/// More sets than this are not kept: then options are listed one by one.
const MOST_SETS: i64 = 1 << 21;

/// Sets of nim-values, one behind the other.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSets {
    words: Vec<u64>,
    /// How many words each has.
    width: usize,
    /// So many words of each from the start are full.
    full: Vec<u32>,
}

/// One of the sets.
#[derive(Clone, Copy)]
pub(super) struct SetView<'a> {
    words: &'a [u64],
    full: usize,
}

impl ValueSets {
    /// So many empty sets.
    pub(super) fn new(count: usize) -> Self {
        Self {
            words: vec![0; count],
            width: 1,
            full: vec![0; count],
        }
    }

    /// Makes all of them empty.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
        self.full.fill(0);
    }

    /// Adds a value to a set.
    #[inline]
    pub(super) fn insert(&mut self, set: usize, value: u32) {
        let word = value as usize / 64;
        if word >= self.width {
            self.widen(word + 1);
        }
        let place = &mut self.words[set * self.width + word];
        *place |= 1 << (value % 64);
        if *place == u64::MAX && self.full[set] as usize == word {
            self.count_full(set);
        }
    }

    /// Adds all values of one set to another.
    fn unite(&mut self, into: usize, from: usize) {
        let (into_start, from_start) = (into * self.width, from * self.width);
        for word in self.full[into] as usize..self.width {
            let more = self.words[from_start + word];
            self.words[into_start + word] |= more;
        }
        self.count_full(into);
    }

    fn count_full(&mut self, set: usize) {
        let words = &self.words[set * self.width..(set + 1) * self.width];
        let full = &mut self.full[set];
        while words.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    fn widen(&mut self, least: usize) {
        let width = least.max(self.width + self.width / 2 + 1);
        let mut words = vec![0; self.full.len() * width];
        for (new, old) in words.chunks_mut(width).zip(self.words.chunks(self.width)) {
            new[..old.len()].copy_from_slice(old);
        }
        (self.words, self.width) = (words, width);
    }

    /// One of the sets.
    #[inline]
    pub(super) fn view(&self, set: usize) -> SetView<'_> {
        let start = set * self.width;
        SetView {
            words: &self.words[start..start + self.width],
            full: self.full[set] as usize,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64 + 4 * self.full.len() as u64
    }
}

/// The least value that is in none of the sets.
#[inline]
pub(super) fn mex(first: SetView<'_>, others: &[SetView<'_>]) -> u32 {
    let mut word = others
        .iter()
        .fold(first.full, |full, set| full.max(set.full));
    loop {
        let mut seen = first.words.get(word).copied().unwrap_or(0);
        for set in others {
            seen |= set.words.get(word).copied().unwrap_or(0);
        }
        if seen != u64::MAX {
            return narrow::count(word) * 64 + seen.trailing_ones();
        }
        word += 1;
    }
}

/// The sets of all families with the same directions and targets: they differ in what is taken at least, and from where.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The first pile that changes, and how much of it is taken at least.
    pub(super) level: usize,
    pub(super) delay: u32,
    direction: Vec<i64>,
    second: Option<Vec<i64>>,
    steps: Vec<bool>,
    targets: Arc<[Test]>,
    /// The number of the line through a point is linear in the point.
    weights: Vec<i64>,
    offset: i64,
    sets: ValueSets,
    /// The points whose pile of the level is below this one are added.
    filled: u32,
    pub(super) users: Vec<SumsUser>,
}

/// Who asks for the sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SumsUser {
    pub(super) least: Vec<i64>,
    pub(super) sources: Arc<[Test]>,
}

impl Sums {
    /// The sets of a family with directions, for piles at most `max`, unless these are too many.
    pub(super) fn new(family: &MoveFamily, max: u32) -> Option<Self> {
        let (direction, others) = family.directions.split_first()?;
        let (level, max) = (family.level(), i64::from(max));
        let mut weights = vec![0i64; direction.len()];
        let (mut offset, mut lines) = (0i64, 1i64);
        for pile in (level + 1..direction.len()).rev() {
            let step = direction[pile];
            weights[pile] = lines;
            weights[level] -= lines.checked_mul(step)?;
            offset += lines.checked_mul(step.checked_mul(max)?)?;
            lines = lines.checked_mul(max.checked_mul(step + 1)? + 1)?;
            if lines > MOST_SETS {
                return None;
            }
        }
        let sets = lines.checked_mul(i64::try_from(family.steps.len()).ok()?);
        let sets = sets.filter(|sets| *sets <= MOST_SETS)?;
        let mut sums = Self {
            level,
            delay: u32::try_from(family.least[level]).ok()?,
            direction: direction.clone(),
            second: others.first().cloned(),
            steps: family.steps.clone(),
            targets: Arc::clone(&family.targets),
            weights,
            offset,
            sets: ValueSets::new(narrow::index(sets)),
            filled: 0,
            users: Vec::new(),
        };
        sums.serve(family);
        Some(sums)
    }

    /// Does it have the sets of this family, too?
    pub(super) fn serves(&self, family: &MoveFamily) -> bool {
        family.directions.first() == Some(&self.direction)
            && family.directions.get(1) == self.second.as_ref()
            && family.level() == self.level
            && family.least[self.level] == i64::from(self.delay)
            && family.steps == self.steps
            && family.targets == self.targets
    }

    /// Serves this family, too.
    pub(super) fn serve(&mut self, family: &MoveFamily) {
        let user = SumsUser {
            least: family.least.clone(),
            sources: Arc::clone(&family.sources),
        };
        if !self.users.contains(&user) {
            self.users.push(user);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.sets.bytes()
    }

    /// Forgets everything: a pile before the level has changed.
    pub(super) fn clear(&mut self) {
        if self.filled > 0 {
            self.sets.clear();
            self.filled = 0;
        }
    }

    /// The value of the pile of the level whose points are to be added before that pile becomes `pile`.
    pub(super) fn due(&self, pile: u32) -> Option<u32> {
        (self.filled.saturating_add(self.delay) <= pile).then_some(self.filled)
    }

    /// Adds the points that begin with these piles, the last of which is that of the level; `values` has the values of all of
    /// them, in the order of their other piles, each at most `max`.
    pub(super) fn add(
        &mut self,
        beginning: &[u32],
        max: u32,
        values: &[u32],
        none: u32,
        slots: &mut [i64],
    ) -> Result<(), ValueError> {
        let dimension = self.direction.len();
        let pile = beginning[self.level];
        self.filled = pile + 1;
        let mut point = beginning.to_vec();
        point.resize(dimension, 0);
        if self.level + 1 == dimension {
            return self.add_point(&point, values[0], none, slots);
        }
        let plain = self.targets.is_empty() && self.steps.len() == 1 && self.second.is_none();
        for row in values.chunks(max as usize + 1) {
            if plain {
                let start = self.line(&point);
                for (line, value) in (start..).zip(row) {
                    if *value != none {
                        self.sets.insert(line, *value);
                    }
                }
            } else {
                self.add_row(&point, row, none, slots)?;
            }
            for place in (self.level + 1..dimension - 1).rev() {
                if point[place] < max {
                    point[place] += 1;
                    break;
                }
                point[place] = 0;
            }
        }
        Ok(())
    }

    /// Adds a point of the row at hand, where nothing but its value matters; `false` where more does.
    #[inline]
    pub(super) fn add_plainly(&mut self, pile: u32, value: u32, none: u32) -> bool {
        if !self.targets.is_empty() || self.steps.len() > 1 {
            return false;
        }
        self.filled = pile + 1;
        if value != none {
            self.sets.insert(0, value);
        }
        true
    }

    /// Adds the points of a row, whose last piles are 0, 1, 2, …; that of `point` is 0.
    fn add_row(
        &mut self,
        point: &[u32],
        row: &[u32],
        none: u32,
        slots: &mut [i64],
    ) -> Result<(), ValueError> {
        let last = point.len() - 1;
        enter_target(slots, point);
        let (line, before) = (self.line(point), self.before(point));
        for (pile, value) in row.iter().enumerate() {
            // The weight of the last pile is 1.
            let line = line + pile * self.steps.len();
            if let Some((from, back)) = before
                && pile >= from
            {
                self.sets.unite(line, line - back);
            }
            slots[point.len() + last] = i64::from(narrow::count(pile));
            self.add_value(line, point[self.level], *value, none, slots)?;
        }
        Ok(())
    }

    /// Adds a point whose last pile is that of the level.
    fn add_point(
        &mut self,
        point: &[u32],
        value: u32,
        none: u32,
        slots: &mut [i64],
    ) -> Result<(), ValueError> {
        enter_target(slots, point);
        self.add_value(self.line(point), point[self.level], value, none, slots)
    }

    /// The last pile from which on a point of this row has another one before it along the second direction, and how many lines that one is before it.
    fn before(&self, point: &[u32]) -> Option<(usize, usize)> {
        let second = self.second.as_ref()?;
        let (last, others) = second.split_last()?;
        let mut pairs = point.iter().zip(others);
        if pairs.any(|(pile, step)| i64::from(*pile) < *step) {
            return None;
        }
        let steps = self.weights.iter().zip(second);
        let back: i64 = steps.map(|(weight, step)| weight * step).sum();
        Some((narrow::index(*last), narrow::index(back)))
    }

    /// Adds the value of the point in the slots to the sets of its line.
    #[inline]
    fn add_value(
        &mut self,
        line: usize,
        pile: u32,
        value: u32,
        none: u32,
        slots: &mut [i64],
    ) -> Result<(), ValueError> {
        if value == none || !self.is_target(slots)? {
            return Ok(());
        }
        for step in (0..self.steps.len()).filter(|step| self.steps[*step]) {
            let class = self.class(pile as usize + step);
            self.sets.insert(line + class, value);
        }
        Ok(())
    }

    /// May moves of these families lead to the point in the slots?
    fn is_target(&self, slots: &mut [i64]) -> Result<bool, ValueError> {
        for test in self.targets.iter() {
            if !test.holds(slots)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn class(&self, steps: usize) -> usize {
        match self.steps.len() {
            1 => 0,
            modulus => steps % modulus,
        }
    }

    /// The number of the first set of the line through a point.
    #[inline]
    fn line(&self, point: &[u32]) -> usize {
        let sum = self
            .weights
            .iter()
            .zip(point)
            .fold(self.offset, |sum, (weight, pile)| {
                sum + weight * i64::from(*pile)
            });
        narrow::index(sum) * self.steps.len()
    }

    /// The set that a user asks for at the positions of a row, all but whose last pile are given: that at the last pile 0, which
    /// may lie outside, and how far it moves with the last pile. None if too little is left to take.
    pub(super) fn place(&self, user: &SumsUser, row: &[u32]) -> Option<(i64, i64)> {
        let last = self.direction.len() - 1;
        let mut sum = self.offset;
        for (pile, (weight, least)) in self.weights.iter().zip(&user.least).enumerate() {
            let own = row.get(pile).map_or(0, |own| i64::from(*own));
            if pile < last && own < *least {
                return None;
            }
            sum += weight * (own - least);
        }
        match self.level == last {
            true => Some((0, 0)),
            false => Some((sum, 1)),
        }
    }

    /// The set of that place.
    #[inline]
    pub(super) fn view(&self, place: i64, pile: u32) -> SetView<'_> {
        let class = match self.steps.len() {
            1 => 0,
            _ => self.class((pile - self.delay) as usize),
        };
        self.sets
            .view(narrow::index(place) * self.steps.len() + class)
    }
}

/// Puts a point into the slots of targets.
fn enter_target(slots: &mut [i64], point: &[u32]) {
    for (slot, pile) in slots[point.len()..].iter_mut().zip(point) {
        *slot = i64::from(*pile);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_of_several_sets() {
        let mut sets = ValueSets::new(2);
        for value in 0..200u32 {
            assert_eq!(mex(sets.view(0), &[sets.view(1)]), value);
            sets.insert((value % 3 / 2) as usize, value);
        }
        assert_eq!(mex(sets.view(0), &[]), 2);
        sets.unite(0, 1);
        assert_eq!(mex(sets.view(0), &[]), 200);
        sets.clear();
        assert_eq!(mex(sets.view(0), &[sets.view(1)]), 0);
    }
}
