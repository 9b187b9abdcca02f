//! Positions that are P or not by their remainders alone.

use std::collections::BTreeSet;

use logic::watch::{Stopped, Watch};
use rules::outcome::Play;

use crate::board::Board;
use crate::pieces::{claimed, tuple};
use crate::rules::BareRules;

/// P-positions are those whose piles leave one of these remainders; of one pile, from some size on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidueClasses {
    /// What is divided by.
    pub modulus: u32,
    /// The remainders of the piles.
    pub remainders: BTreeSet<Vec<u32>>,
    /// From which pile on, with one pile; else 0.
    pub from: u32,
    /// The P-positions before.
    pub before: Vec<u32>,
}

/// So often a period must be seen.
const REPEATED: u32 = 3;

impl ResidueClasses {
    /// The least modulus for which the remainders decide, on the whole board.
    ///
    /// # Errors
    /// If the watch stops the work.
    pub fn of(board: &Board, watch: &dyn Watch) -> Result<Option<Self>, Stopped> {
        let largest = match board.dimension() {
            1 => return Self::of_heaps(board, watch),
            2 => 16,
            _ => 6,
        };
        for modulus in 1..=largest {
            watch.check()?;
            if let Some(found) = Self::modulo(board, modulus) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn modulo(board: &Board, modulus: u32) -> Option<Self> {
        let remainder = |piles: &[u32]| piles.iter().map(|p| p % modulus).collect::<Vec<_>>();
        let remainders: BTreeSet<Vec<u32>> = board.p_positions().map(remainder).collect();
        // A board that shows no remainder three times shows nothing.
        if remainders.is_empty() || board.max < REPEATED * modulus {
            return None;
        }
        let decided = each(board, |piles, is_p| {
            is_p == remainders.contains(&remainder(piles))
        });
        decided.then_some(Self {
            modulus,
            remainders,
            from: 0,
            before: Vec::new(),
        })
    }

    /// The least period of one pile, with the least preperiod.
    fn of_heaps(board: &Board, watch: &dyn Watch) -> Result<Option<Self>, Stopped> {
        let p: Option<Vec<bool>> = (0..=board.max).map(|pile| board.is_p(&[pile])).collect();
        let p = p.unwrap_or_default();
        let most = p.len() / (REPEATED as usize + 1);
        for period in 1..=most {
            watch.check()?;
            let breaks = (0..p.len() - period).rev().find(|n| p[*n] != p[n + period]);
            let from = breaks.map_or(0, |n| n + 1);
            if from <= most {
                return Ok(Self::periodic(&p, from, period));
            }
        }
        Ok(None)
    }

    /// Those of one pile with a period from some size on.
    fn periodic(p: &[bool], from: usize, period: usize) -> Option<Self> {
        let number = |n: usize| u32::try_from(n).ok();
        let inside = |range: std::ops::Range<usize>| range.filter(|n| p[*n]).filter_map(number);
        let modulus = number(period)?;
        Some(Self {
            modulus,
            remainders: inside(from..from + period)
                .map(|n| vec![n % modulus])
                .collect(),
            from: number(from)?,
            before: inside(0..from).collect(),
        })
    }

    /// The claim of the language: `P when …`.
    pub fn claim(&self, rules: &BareRules, play: Play) -> String {
        let piles = &rules.spec().piles.names;
        let p = claimed(play);
        let Some(first) = piles.first() else {
            return format!("{p} when true");
        };
        let remainders: Vec<String> = self
            .remainders
            .iter()
            .map(|remainders| tuple(remainders.iter().map(ToString::to_string)))
            .collect();
        let left = tuple(
            piles
                .iter()
                .map(|pile| format!("{pile} mod {}", self.modulus)),
        );
        let same = match remainders.as_slice() {
            [] => "false".to_owned(),
            [one] if piles.len() == 1 => format!("{left} = {one}"),
            several => format!("{left} in {{ {} }}", several.join(", ")),
        };
        if self.from == 0 {
            return format!("{p} when {same}");
        }
        let before: Vec<String> = self.before.iter().map(u32::to_string).collect();
        let before = format!("{first} in {{ {} }}", before.join(", "));
        let from = format!("{first} >= {} and {same}", self.from);
        match (self.before.is_empty(), self.remainders.is_empty()) {
            (true, _) => format!("{p} when {from}"),
            (false, true) => format!("{p} when {before}"),
            (false, false) => format!("{p} when {before} or {from}"),
        }
    }
}

/// Does something hold of every position of the board, and whether it is P? Large boards are looked at in their lower corner.
fn each(board: &Board, holds: impl Fn(&[u32], bool) -> bool) -> bool {
    let dimension = board.dimension();
    let side = match dimension {
        2 => 400,
        3 => 50,
        _ => 16,
    };
    let side = side.min(board.max);
    let mut piles = vec![0u32; dimension];
    loop {
        if let Some(is_p) = board.is_p(&piles)
            && !holds(&piles, is_p)
        {
            return false;
        }
        let Some(place) = piles.iter().rposition(|pile| *pile < side) else {
            return true;
        };
        piles[place] += 1;
        piles[place + 1..].fill(0);
    }
}
