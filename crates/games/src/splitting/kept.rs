//! Nim-values as bytes, so that long work can be taken up again.
//!
//! The rules stand before the values, and a check sum behind them: what was kept of another game, or was damaged, is refused. So that no
//! foreign file is believed either, the first and the last values are found anew.

use logic::watch::{Stopped, Watch};
use thiserror::Error;

use super::cells::Cells;
use super::take_and_break::TakeAndBreak;
use super::values::Values;

/// What the bytes begin with.
const HEAD: &[u8] = b"takeaway nim-values 1\n";
/// So many of the first and of the last values are found anew.
const FOUND_ANEW: usize = 256;

/// Why values that were kept are not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeptError {
    /// These are no values that were kept, or they are damaged.
    #[error("it holds no nim-values, or it is damaged")]
    Damaged,
    /// They belong to other rules.
    #[error("it holds the nim-values of another game")]
    OtherRules,
    /// They are not those that the rules give.
    #[error("it holds values that the rules do not give")]
    Wrong,
    /// The check was stopped.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl Values {
    /// Rules and values as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        bytes.extend(written(self.rules()));
        bytes.push(u8::try_from(self.cells().width()).expect("a cell has at most four bytes"));
        bytes.extend((self.len() as u64).to_le_bytes());
        bytes.extend(self.cells().to_bytes());
        let sum = check_sum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Back from bytes.
    ///
    /// # Errors
    /// If these are not values of the rules.
    pub fn of_bytes(
        rules: &TakeAndBreak,
        bytes: &[u8],
        watch: &dyn Watch,
    ) -> Result<Self, KeptError> {
        let (text, sum) = bytes.split_last_chunk::<8>().ok_or(KeptError::Damaged)?;
        let rest = text.strip_prefix(HEAD).ok_or(KeptError::Damaged)?;
        if u64::from_le_bytes(*sum) != check_sum(text) {
            return Err(KeptError::Damaged);
        }
        let rest = rest
            .strip_prefix(&written(rules)[..])
            .ok_or(KeptError::OtherRules)?;
        let (width, rest) = rest.split_first().ok_or(KeptError::OtherRules)?;
        let (count, cells) = rest.split_first_chunk::<8>().ok_or(KeptError::OtherRules)?;
        let cells = Cells::of_bytes(u64::from(*width), cells).ok_or(KeptError::OtherRules)?;
        if cells.len() as u64 != u64::from_le_bytes(*count) {
            return Err(KeptError::OtherRules);
        }
        let kept = Self::of_cells(rules.clone(), cells);
        if kept.agrees(watch)? {
            Ok(kept)
        } else {
            Err(KeptError::Wrong)
        }
    }

    /// Are the first and the last values those that the rules give?
    fn agrees(&self, watch: &dyn Watch) -> Result<bool, Stopped> {
        let (mut first, mut last) = (Self::new(self.rules().clone()), self.clone());
        let Some(max) = self
            .len()
            .checked_sub(1)
            .and_then(|max| u32::try_from(max).ok())
        else {
            return Ok(self.is_empty());
        };
        first.extend(max.min(255), watch)?;
        last.shorten(self.len().saturating_sub(FOUND_ANEW));
        last.extend(max, watch)?;
        Ok(first
            .iter()
            .zip(self.iter())
            .all(|(found, kept)| found == kept)
            && last.iter().eq(self.iter()))
    }
}

/// The rules as bytes, their length first.
fn written(rules: &TakeAndBreak) -> Vec<u8> {
    let digits = rules.digits();
    let mut bytes = (digits.len() as u64).to_le_bytes().to_vec();
    bytes.extend(
        digits
            .iter()
            .chain([&rules.then()])
            .map(|leaving| leaving.number()),
    );
    bytes
}

/// The check sum of Fowler, Noll and Vo.
fn check_sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
