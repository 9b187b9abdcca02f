//! "Every other position moves into `S`", by descent: as most proofs on paper go.
//!
//! A way to move into `S` leads to row `n`. Some of its conditions tie `n` to the position, as `x = A(n)` or `z - x = C(n) - A(n)` do: they are its
//! *key*. The others, as `y >= B(n)`, are its *guards*. If the key of some way holds at every position, and if, whenever a key holds at `n`
//! and a guard fails, a key holds at a smaller row, then every position has a way: that of the smallest row at which a key holds, the
//! guards of which cannot fail. Ways of one row have an order too, and an earlier one counts as smaller.
//!
//! A key speaks of two piles at most and a guard most often of one, so that an obligation reads three piles and two rows, however many piles
//! there are. A remainder of all piles grows with the product of what is open about each.
//!
//! What is found is a proof; where nothing is found, nothing is known.

use std::cell::RefCell;
use std::collections::BTreeMap;

use automata::product::conjunction;
use automata::{Automaton, Track};
use logic::arithmetic::LinearRelation;
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};

use super::into::WayIn;
use super::{ClaimedSet, MovePattern};
use crate::disjunct::Disjunct;
use crate::frame::Frame;
use crate::remainder::Remainder;

/// With more ways than this, or a larger automaton, no descent is looked for.
const MOST_WAYS: usize = 4096;
const MOST_NODES: usize = 3_000_000;

/// So many ways may turn out not to descend.
const MOST_FAILURES: usize = 4;

/// A way to move to a row, or to a single member.
struct RowMove {
    pattern: MovePattern,
    /// The number of the row.
    row: Option<Track>,
    key: Vec<Ir>,
    guards: Vec<Ir>,
}

/// The search for a descent.
struct Descent<'a> {
    frame: &'a Frame<'a>,
    ways: Vec<RowMove>,
    /// The positions on some of their piles.
    shadows: RefCell<BTreeMap<Vec<Track>, Automaton>>,
}

impl ClaimedSet<'_> {
    /// Ways that together lead into the set from every other position, if a descent shows that they do.
    pub(super) fn by_descent(
        &self,
        ways: &[WayIn],
    ) -> Result<Option<Vec<MovePattern>>, DecideError> {
        let frame = self.frame;
        let ways = ways_by_row(frame, ways);
        let covers = |way: &RowMove| way.row.is_some() && way.key_piles(frame).len() == 1;
        if !ways.iter().any(covers) {
            return Ok(None);
        }
        let found = frame.gauge.attempt(MOST_NODES, || {
            let descent = Descent {
                frame,
                ways,
                shadows: RefCell::default(),
            };
            descent.found(&self.outside()?)
        })?;
        Ok(found.flatten())
    }
}

/// All ways by the row to which they lead, in order.
fn ways_by_row(frame: &Frame<'_>, all: &[WayIn]) -> Vec<RowMove> {
    let mut ways = Vec::new();
    for WayIn {
        pattern,
        hidden,
        body,
    } in all
    {
        let row = match hidden.as_slice() {
            [] => None,
            &[row] => Some(row),
            _ => continue,
        };
        let alternatives = narrow(frame, body.clone().conjuncts()).into_iter();
        ways.extend(alternatives.filter_map(|parts| RowMove::new(frame, pattern, row, parts)));
        if ways.len() > MOST_WAYS {
            return Vec::new();
        }
    }
    with_weakest_guards(frame, ways)
}

/// Of the ways with the same key the one that rearranges the piles least: sorted piles are at least as large as those of another
/// arrangement wherever these are. Keys of one pile come first.
fn with_weakest_guards(frame: &Frame<'_>, mut ways: Vec<RowMove>) -> Vec<RowMove> {
    ways.sort_by_cached_key(|way| {
        let inversions = inversions(&way.pattern.order);
        (way.key_piles(frame).len(), inversions, way.guards.len())
    });
    let mut kept: Vec<RowMove> = Vec::new();
    for way in ways {
        if !kept
            .iter()
            .any(|other| other.row == way.row && other.key == way.key)
        {
            kept.push(way);
        }
    }
    kept
}

fn inversions(order: &[usize]) -> usize {
    let pairs = order.iter().enumerate();
    pairs
        .map(|(place, to)| order[place..].iter().filter(|later| *later < to).count())
        .sum()
}

/// The alternatives of a conjunction, where no choice speaks of more than two piles, or of more than each of its alternatives.
fn narrow(frame: &Frame<'_>, parts: Vec<Ir>) -> Vec<Vec<Ir>> {
    let count = |part: &Ir| piles(frame, part).len();
    let wide = |part: &Ir| match part {
        Ir::Or(alternatives) => {
            let all = count(part);
            all > 2 || alternatives.iter().all(|part| count(part) < all)
        }
        _ => false,
    };
    let Some(index) = parts.iter().position(wide) else {
        return vec![parts];
    };
    let mut rest = parts;
    let Ir::Or(alternatives) = rest.remove(index) else {
        return Vec::new();
    };
    let each = alternatives.into_iter().flat_map(|alternative| {
        let parts = Ir::and([rest.clone(), vec![alternative]].concat());
        narrow(frame, parts.conjuncts())
    });
    each.take(MOST_WAYS + 1).collect()
}

/// The piles of which a condition speaks.
fn piles(frame: &Frame<'_>, part: &Ir) -> Vec<Track> {
    let befores = frame.befores();
    let tracks = part.free_tracks().into_iter();
    tracks.filter(|track| befores.contains(track)).collect()
}

impl RowMove {
    /// The conditions of a way by kind; nothing if they speak of too many piles, or do not tie the row to any.
    fn new(
        frame: &Frame<'_>,
        pattern: &MovePattern,
        row: Option<Track>,
        parts: Vec<Ir>,
    ) -> Option<Self> {
        let of_row = |part: &Ir| row.is_none_or(|row| part.mentions(row));
        let ties = |part: &Ir| {
            let equation = matches!(part, Ir::Compare(_, LinearRelation::Zero));
            match piles(frame, part).len() {
                0 => true,
                1 => of_row(part) && equation,
                _ => of_row(part),
            }
        };
        if parts.iter().any(|part| piles(frame, part).len() > 2) {
            return None;
        }
        let (key, guards): (Vec<Ir>, Vec<Ir>) = parts.into_iter().partition(ties);
        let mut way = Self {
            pattern: pattern.clone(),
            row,
            key,
            guards,
        };
        let own = way.key_piles(frame);
        // Guards on the piles of the key come first: whoever looks at another one may use them.
        way.guards.sort_by_cached_key(|guard| {
            let others = piles(frame, guard).into_iter();
            others.filter(|pile| !own.contains(pile)).count()
        });
        let tied = |part: &Ir| of_row(part) && !piles(frame, part).is_empty();
        let is_tied = row.is_none() || way.key.iter().any(tied);
        (is_tied && own.len() <= 2).then_some(way)
    }

    fn key_piles(&self, frame: &Frame<'_>) -> Vec<Track> {
        let mut all: Vec<Track> = self
            .key
            .iter()
            .flat_map(|part| piles(frame, part))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Descent<'_> {
    /// Ways that lead into the set from every position outside it.
    fn found(&self, outside: &Automaton) -> Result<Option<Vec<MovePattern>>, DecideError> {
        let mut failed = Vec::new();
        while failed.len() <= MOST_FAILURES {
            match self.found_without(outside, &failed)? {
                Ok(used) => {
                    let mut patterns = Vec::new();
                    merge(
                        &mut patterns,
                        used.iter().map(|&way| self.ways[way].pattern.clone()),
                    );
                    return Ok(Some(patterns));
                }
                Err(Some(way)) => failed.push(way),
                Err(None) => break,
            }
        }
        Ok(None)
    }

    /// The same without some ways; otherwise a way that does not descend, if there is one.
    fn found_without(
        &self,
        outside: &Automaton,
        failed: &[usize],
    ) -> Result<Result<Vec<usize>, Option<usize>>, DecideError> {
        let Some(mut used) = self.covering(outside, failed)? else {
            return Ok(Err(None));
        };
        let mut done = 0;
        while done < used.len() {
            let way = used[done];
            done += 1;
            for guard in 0..self.ways[way].guards.len() {
                let Some(ways) = self.below(way, guard, &used, failed)? else {
                    return Ok(Err(Some(way)));
                };
                merge(&mut used, ways);
            }
        }
        Ok(Ok(used))
    }

    /// Ways the keys of which hold somewhere at every position, as one pile shows.
    fn covering(
        &self,
        outside: &Automaton,
        failed: &[usize],
    ) -> Result<Option<Vec<usize>>, DecideError> {
        for pile in self.frame.befores() {
            let others = outside.tracks().iter().copied();
            let others: Vec<Track> = others.filter(|track| *track != pile).collect();
            let words = self.frame.compiler.hide(&[outside], &others)?;
            let words = self.frame.compiler.within_admissible(&words)?;
            let found = self.steps(&words, None, &|way| !failed.contains(&way))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// What leads down from wherever the key of a way holds and a guard fails: some of the ways that are used, or any that have not failed.
    fn below(
        &self,
        way: usize,
        guard: usize,
        used: &[usize],
        failed: &[usize],
    ) -> Result<Option<Vec<usize>>, DecideError> {
        let (frame, RowMove { key, guards, .. }) = (self.frame, &self.ways[way]);
        let mut own = self.ways[way].key_piles(frame);
        let known = |guard: &&Ir| piles(frame, guard).iter().all(|pile| own.contains(pile));
        let fails = guards[guard].clone().negated()?;
        let parts = key.iter().chain(guards[..guard].iter().filter(known));
        let parts = parts
            .chain([&fails])
            .map(|part| frame.compiler.compile(part));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        own.extend(piles(frame, &guards[guard]));
        own.sort_unstable();
        own.dedup();
        parts.push(self.shadow(&own)?);
        let words = conjunction(&parts.iter().collect::<Vec<_>>(), frame.gauge)?;
        let words = frame.compiler.within_admissible(&words)?;
        let known = self.steps(&words, Some(way), &|way| used.contains(&way))?;
        match known {
            Some(ways) => Ok(Some(ways)),
            None => self.steps(&words, Some(way), &|way| !failed.contains(&way)),
        }
    }

    /// The positions on some of their piles.
    fn shadow(&self, kept: &[Track]) -> Result<Automaton, DecideError> {
        if let Some(known) = self.shadows.borrow().get(kept) {
            return Ok(known.clone());
        }
        let others = self.frame.befores().into_iter();
        let others: Vec<Track> = others.filter(|track| !kept.contains(track)).collect();
        let positions = self.frame.positions()?;
        let shadow = self.frame.compiler.hide(&[&positions], &others)?;
        let mut shadows = self.shadows.borrow_mut();
        Ok(shadows.entry(kept.to_vec()).or_insert(shadow).clone())
    }

    /// Some of these ways one of the keys of which holds for each of these words; below the row of a way, if one is given.
    fn steps(
        &self,
        words: &Automaton,
        below: Option<usize>,
        is_allowed: &dyn Fn(usize) -> bool,
    ) -> Result<Option<Vec<usize>>, DecideError> {
        let words = self.frame.minimal(words)?;
        if words.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let mut keys = Vec::new();
        for (index, way) in self.ways.iter().enumerate() {
            let piles = way.key_piles(self.frame);
            let is_read = piles.iter().all(|pile| words.tracks().contains(pile));
            if is_read && is_allowed(index) {
                let disjuncts = self.key(index, below)?.into_iter();
                keys.extend(disjuncts.map(|key| (key, index)));
            }
        }
        let mut used = Vec::new();
        let rest = Remainder::new(self.frame, words);
        let rest = rest.without_noting(keys, &mut |&way: &usize| merge(&mut used, [way]))?;
        Ok(rest.is_empty().then_some(used))
    }

    /// The key of a way holds at some row; at one below that of another way, if one is given.
    fn key(&self, index: usize, below: Option<usize>) -> Result<Vec<Disjunct>, DecideError> {
        let way = &self.ways[index];
        let above = below.map(|other| (other, self.ways[other].row));
        let Some(row) = way.row else {
            return match above {
                Some((other, None)) if index >= other => Ok(Vec::new()),
                _ => Disjunct::all(Ir::and(way.key.clone())),
            };
        };
        let own = self.frame.shared.fresh();
        let mut parts = Vec::new();
        match above {
            None => {}
            Some((_, None)) => return Ok(Vec::new()),
            Some((other, Some(above))) => {
                let down = Expression::track(above).plus(-1, &Expression::track(own))?;
                parts.push(Ir::not_negative(down.offset(-i64::from(index >= other))?));
            }
        }
        for part in &way.key {
            match part.substitute(row, &Expression::track(own), 1)? {
                Some(part) => parts.push(part),
                None => return Ok(Vec::new()),
            }
        }
        Disjunct::all(Ir::exists(vec![own], Ir::and(parts))?)
    }
}

/// Adds what is not there yet.
fn merge<T: PartialEq>(all: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use logic::Unwatched;
    use logic::decide::Gauge;

    use super::*;
    use crate::prove::with_frame;

    /// Is a descent found for the game, with something changed in its text? What it shows is true.
    fn descends(game: &str, arguments: &[(&str, &str)], change: (&str, &str)) -> bool {
        let text = std::fs::read_to_string(format!("../../rules/{game}.game")).unwrap();
        assert!(text.contains(change.0), "{change:?}");
        let text = text.replace(change.0, change.1);
        let arguments = arguments.iter();
        let arguments: Vec<_> = arguments
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let spec = lang::load(&text, "some.game", &arguments).unwrap();
        with_frame(&spec, &Gauge::new(&Unwatched), |frame| {
            let claimed = ClaimedSet::of(frame)?;
            let ways = claimed.ways_to_members()?;
            let found = claimed.by_descent(&ways)?;
            let (rest, _) = claimed.by_remainder(&ways)?;
            assert!(found.is_none() || rest.is_empty(), "{game} {change:?}");
            Ok(found.is_some())
        })
        .unwrap()
    }

    const NOTHING: (&str, &str) = ("game", "game");

    #[test]
    fn fat_rats_descend() {
        assert!(descends("fat-rat", &[("m", "2")], NOTHING));
        assert!(descends("fat-rat", &[("m", "3")], NOTHING));
    }

    /// Nothing is shown where some position has no move into the set.
    #[test]
    fn lame_rats_do_not_descend() {
        let piles = [("m", "3")];
        for change in [
            (
                "Delta(t, n + 1) - Delta(t, n)",
                "Delta(t, n + 1) - Delta(t, n) - 1",
            ),
            ("Delta(t, n + 1) - Delta(t, n)", "1"),
            ("at most m - 1 of x change", "at most m - 2 of x change"),
            ("for t in 2..m", "for t in 3..m"),
            ("for t in 2..m", "for t in 2..m - 1"),
            (
                "forall i in 1..m: x[i]' < x[i]",
                "forall i in 1..m: x[i]' + 1 < x[i]",
            ),
            ("- 2^(k - 1) + 1", "- 2^(k - 1) + 2"),
            ("| n >= 0 }", "| n >= 1 }"),
            ("| n >= 0 }", "| n >= 0 and n != 4 }"),
        ] {
            assert!(!descends("fat-rat", &piles, change), "{change:?}");
        }
    }

    /// Whatever is found in other games is true, too.
    #[test]
    fn what_is_found_elsewhere_is_true() {
        let lame = ("at most 2 of", "exactly 1 of");
        for (game, arguments, changes) in [
            ("rat", &[][..], [NOTHING, lame]),
            ("raleigh", &[], [NOTHING, lame]),
            ("wythoff", &[("d", "2")], [NOTHING, ("< d", "< d - 1")]),
            ("succinct-rat", &[("d", "3")], [NOTHING, ("not a", "true")]),
        ] {
            for change in changes {
                descends(game, arguments, change);
            }
        }
    }
}
