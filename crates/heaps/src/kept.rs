//! Long rows of nim-values that are kept on the way, so that a run that was killed goes on where it was.
//!
//! The log of the [`Checkpoint`] has the values in order: one byte for each below 255, and for any other the byte 255 and four bytes. The state has the rules, how many
//! values are logged, and a check sum of them. What was kept of another game, or was damaged, is refused; so that no foreign file
//! is believed either, the first and the last values are found anew.

use std::sync::atomic::{AtomicBool, Ordering};

use logic::watch::{Stopped, Watch};
use thiserror::Error;

use super::cells::PackedValues;
use super::take_and_break::TakeAndBreak;
use super::values::TakeAndBreakValues;
use solver::checkpoint::Checkpoint;

/// So many of the first and of the last values are found anew.
const FOUND_ANEW: u32 = 256;
/// A value from here on takes five bytes.
const LONG: u8 = u8::MAX;
/// So many bytes are read or logged at a time.
const PIECE: usize = 1 << 16;

/// Why there are no values, or no more of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// What an earlier run has kept cannot be continued.
    #[error("the checkpoint cannot be continued: {0}")]
    Checkpoint(String),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl CheckpointError {
    fn damaged(what: &str) -> Self {
        Self::Checkpoint(what.to_owned())
    }
}

/// Values that are kept in a checkpoint as they are found.
pub struct CheckpointedValues<'a> {
    values: TakeAndBreakValues,
    checkpoint: &'a dyn Checkpoint,
    /// How many values are logged, and their check sum.
    logged: usize,
    sum: u64,
}

impl<'a> CheckpointedValues<'a> {
    /// What an earlier run has kept there, or no values yet.
    ///
    /// # Errors
    /// If what is there cannot be continued, or the check of it was stopped.
    pub fn resume(
        rules: &TakeAndBreak,
        checkpoint: &'a dyn Checkpoint,
        watch: &dyn Watch,
    ) -> Result<Self, CheckpointError> {
        let mut kept = Self {
            values: TakeAndBreakValues::new(rules.clone()),
            checkpoint,
            logged: 0,
            sum: FIRST_SUM,
        };
        if let Some(earlier) = checkpoint.kept() {
            let cells = read(checkpoint, earlier.logged, watch)?;
            kept.values = TakeAndBreakValues::of_cells(rules.clone(), cells);
            kept.logged = kept.values.len();
            kept.sum = kept.values.iter().fold(FIRST_SUM, |sum, value| {
                let (bytes, length) = encoded(value);
                check_sum(sum, &bytes[..length])
            });
            if earlier.state != kept.state() {
                return Err(CheckpointError::damaged(
                    "it holds the values of another game, or it is damaged",
                ));
            }
            if !agrees(&kept.values, watch)? {
                return Err(CheckpointError::damaged(
                    "it holds values that the rules do not give",
                ));
            }
        }
        Ok(kept)
    }

    /// The values as far as they are known.
    pub fn values(&self) -> &TakeAndBreakValues {
        &self.values
    }

    /// Only the values.
    pub fn into_values(self) -> TakeAndBreakValues {
        self.values
    }

    /// Finds the values of all heaps up to `max`, and keeps them whenever it is time and at the end.
    ///
    /// # Errors
    /// If the work was stopped; what was found by then stays, and is kept.
    pub fn extend(&mut self, max: u32, watch: &dyn Watch) -> Result<(), Stopped> {
        loop {
            let pause = CheckpointPause::new(self.checkpoint, watch);
            let end = self.values.extend(max, &pause);
            self.keep();
            if end.is_ok() || !pause.is_due() {
                return end;
            }
        }
    }

    fn keep(&mut self) {
        if self.log() {
            self.checkpoint.keep(&self.state());
        }
    }

    /// Logs the values that are new; `false` if some are not logged.
    fn log(&mut self) -> bool {
        while self.logged < self.values.len() {
            let mut bytes = Vec::with_capacity(PIECE + 5);
            let mut heap = self.logged;
            while let Some(value) = self.values.get(heap).filter(|_| bytes.len() < PIECE) {
                let (code, length) = encoded(value);
                bytes.extend_from_slice(&code[..length]);
                heap += 1;
            }
            if !self.checkpoint.log(&bytes) {
                return false;
            }
            self.sum = check_sum(self.sum, &bytes);
            self.logged = heap;
        }
        true
    }

    fn state(&self) -> Vec<u8> {
        let rules = self.values.rules();
        let mut state = (rules.digits().len() as u64).to_le_bytes().to_vec();
        state.extend(rules.digits().iter().map(|leaving| leaving.number()));
        state.push(rules.then().number());
        state.extend((self.logged as u64).to_le_bytes());
        state.extend(self.sum.to_le_bytes());
        state
    }
}

/// A value as bytes, and how many of them.
fn encoded(value: u32) -> ([u8; 5], usize) {
    match u8::try_from(value) {
        Ok(short) if short < LONG => ([short, 0, 0, 0, 0], 1),
        _ => {
            let [a, b, c, d] = value.to_le_bytes();
            ([LONG, a, b, c, d], 5)
        }
    }
}

fn read(
    checkpoint: &dyn Checkpoint,
    logged: u64,
    watch: &dyn Watch,
) -> Result<PackedValues, CheckpointError> {
    let mut cells = PackedValues::One(Vec::new());
    let mut rest: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < logged {
        watch.check()?;
        let length = usize::try_from(logged - at).map_or(PIECE, |left| left.min(PIECE));
        let start = rest.len();
        rest.resize(start + length, 0);
        checkpoint
            .read(at, &mut rest[start..])
            .map_err(CheckpointError::Checkpoint)?;
        at += length as u64;
        let mut bytes = &rest[..];
        while let Some((value, more)) = decoded(bytes) {
            cells = cells
                .with(value)
                .ok_or_else(|| CheckpointError::damaged("it holds a value that no heap has"))?;
            bytes = more;
        }
        rest = bytes.to_vec();
    }
    if rest.is_empty() {
        Ok(cells)
    } else {
        Err(CheckpointError::damaged("its log ends within a value"))
    }
}

/// The first value, and the bytes after it; none if there is no whole one.
fn decoded(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    if *first < LONG {
        return Some((u32::from(*first), rest));
    }
    let (value, rest) = rest.split_first_chunk()?;
    Some((u32::from_le_bytes(*value), rest))
}

/// Are the first and the last values those that the rules give?
fn agrees(values: &TakeAndBreakValues, watch: &dyn Watch) -> Result<bool, Stopped> {
    let Some(max) = values
        .len()
        .checked_sub(1)
        .and_then(|max| u32::try_from(max).ok())
    else {
        return Ok(values.is_empty());
    };
    let (mut first, mut last) = (
        TakeAndBreakValues::new(values.rules().clone()),
        values.clone(),
    );
    first.extend(max.min(FOUND_ANEW), watch)?;
    last.shorten(values.len().saturating_sub(FOUND_ANEW as usize));
    last.extend(max, watch)?;
    let alike = first
        .iter()
        .zip(values.iter())
        .all(|(found, kept)| found == kept);
    Ok(alike && last.iter().eq(values.iter()))
}

/// The check sum of Fowler, Noll and Vo.
const FIRST_SUM: u64 = 0xcbf2_9ce4_8422_2325;

fn check_sum(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Stops the work for a moment when it is time to keep something.
struct CheckpointPause<'a> {
    checkpoint: &'a dyn Checkpoint,
    watch: &'a dyn Watch,
    due: AtomicBool,
}

impl<'a> CheckpointPause<'a> {
    fn new(checkpoint: &'a dyn Checkpoint, watch: &'a dyn Watch) -> Self {
        Self {
            checkpoint,
            watch,
            due: AtomicBool::new(false),
        }
    }

    fn is_due(&self) -> bool {
        self.due.load(Ordering::Relaxed)
    }
}

impl Watch for CheckpointPause<'_> {
    fn inner(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }

    fn check(&self) -> Result<(), Stopped> {
        self.watch.check()?;
        if self.checkpoint.is_due() {
            self.due.store(true, Ordering::Relaxed);
            return Err(Stopped::Cancelled);
        }
        Ok(())
    }
}
