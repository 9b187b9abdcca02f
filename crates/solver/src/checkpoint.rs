//! Long searches that keep what they have on the way, so that a run that was killed goes on where it was.
//!
//! Here are no files and no clocks: whoever starts a search may hand in a [`Checkpoint`], which knows when it is time to keep
//! something and where. What is kept has two parts. The *log* only grows: P-positions or nim-values in the order in
//! which they are found. The *state* is replaced as a whole each time; it says how far the log is good, and has what
//! would be dear to work out again. A state is kept together with all that was logged before it, or not at all.
//!
//! A search that continues answers exactly as one that was never interrupted.

/// Where a search keeps what it has found.
pub trait Checkpoint: Send + Sync {
    /// What an earlier run has kept, if there was one.
    fn kept(&self) -> Option<SavedState>;

    /// Reads a part of what an earlier run has logged.
    ///
    /// # Errors
    /// In a sentence, if that cannot be read.
    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), String>;

    /// Adds to the log; `false` if that was not possible. Then the same is offered again later, with what came after it.
    fn log(&self, more: &[u8]) -> bool;

    /// Is it time to keep a state? Asked often; must be cheap.
    fn is_due(&self) -> bool;

    /// Keeps a state in place of the one before, with all that was logged; `false` if that was not possible, which leaves the
    /// one before.
    fn keep(&self, state: &[u8]) -> bool;
}

/// What an earlier run has kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedState {
    /// The last state.
    pub state: Vec<u8>,
    /// How many bytes its log has.
    pub logged: u64,
}

/// What a search found, as numbers one after the other, and how many of them are logged.
pub(super) struct Journal<'a> {
    checkpoint: Option<&'a dyn Checkpoint>,
    /// So many numbers are in the log alone.
    pub(super) spilled: usize,
    /// So many of those that are in memory are in the log, too.
    logged: usize,
}

/// So many numbers are held in memory at least, where they are in the log.
const HELD: usize = 1 << 12;

/// What is wrong with a state that no run has kept.
pub(super) const MALFORMED: &str = "it is not what a search of this board keeps";

/// So many bytes are read or logged at a time.
const PIECE: usize = 1 << 16;

impl<'a> Journal<'a> {
    /// Without a checkpoint nothing is kept.
    pub(super) fn new(checkpoint: Option<&'a dyn Checkpoint>) -> Self {
        Self {
            checkpoint,
            spilled: 0,
            logged: 0,
        }
    }

    /// The state and the numbers that an earlier run has kept. The numbers are in the log alone, until they are [held](Self::hold).
    pub(super) fn resume(&mut self) -> Result<Option<(Vec<u8>, Logged<'a>)>, String> {
        let Some((checkpoint, kept)) = self.checkpoint.and_then(|own| Some((own, own.kept()?)))
        else {
            return Ok(None);
        };
        let bytes = usize::try_from(kept.logged).map_err(|error| error.to_string())?;
        if bytes % 4 != 0 {
            return Err("its log ends within a number".to_owned());
        }
        self.spilled = bytes / 4;
        Ok(Some((kept.state, Logged::new(checkpoint, self.spilled))))
    }

    /// Reads all numbers of an earlier run into memory.
    pub(super) fn hold(&mut self, logged: Logged<'_>) -> Result<Vec<u32>, String> {
        let numbers = logged.collect::<Result<Vec<u32>, String>>()?;
        (self.logged, self.spilled) = (numbers.len(), 0);
        Ok(numbers)
    }

    /// Forgets numbers that are in the log.
    pub(super) fn spill(&mut self, numbers: &mut Vec<u32>) {
        if self.checkpoint.is_some() && self.logged == numbers.len() && self.logged >= HELD {
            self.spilled += self.logged;
            self.logged = 0;
            numbers.clear();
        }
    }

    /// Is it time to keep a state?
    pub(super) fn is_due(&self) -> bool {
        self.checkpoint.is_some_and(Checkpoint::is_due)
    }

    /// Logs what is new among the numbers; `false` if something is not logged.
    pub(super) fn log(&mut self, numbers: &[u32]) -> bool {
        let Some(checkpoint) = self.checkpoint else {
            return true;
        };
        let mut bytes = Vec::new();
        for piece in numbers[self.logged.min(numbers.len())..].chunks(PIECE / 4) {
            bytes.clear();
            bytes.extend(piece.iter().flat_map(|number| number.to_le_bytes()));
            if !checkpoint.log(&bytes) {
                return false;
            }
            self.logged += piece.len();
        }
        true
    }

    /// Logs numbers that come after all others, and forgets those that are logged; `false` if some are left.
    pub(super) fn append(&mut self, numbers: &mut Vec<u32>) -> bool {
        let before = std::mem::take(&mut self.logged);
        let all = self.log(numbers);
        numbers.drain(..self.logged);
        self.logged += before;
        all
    }

    /// Is there anything to keep for?
    pub(super) fn is_kept(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Keeps a state with all these numbers, if there is a checkpoint.
    pub(super) fn keep(&mut self, numbers: &[u32], state: impl FnOnce() -> Vec<u8>) {
        if let Some(checkpoint) = self.checkpoint
            && self.log(numbers)
        {
            checkpoint.keep(&state());
        }
    }
}

/// Numbers that were logged, read a piece at a time.
pub(super) struct Logged<'a> {
    checkpoint: &'a dyn Checkpoint,
    at: u64,
    left: usize,
    piece: std::vec::IntoIter<u32>,
}

impl<'a> Logged<'a> {
    /// So many numbers from the start of a log.
    pub(super) fn new(checkpoint: &'a dyn Checkpoint, numbers: usize) -> Self {
        Self {
            checkpoint,
            at: 0,
            left: numbers,
            piece: Vec::new().into_iter(),
        }
    }

    /// The next position of so many piles; `false` after the last one.
    pub(super) fn position(&mut self, piles: &mut [u32]) -> Result<bool, String> {
        for (place, pile) in piles.iter_mut().enumerate() {
            *pile = match self.next() {
                Some(number) => number?,
                None if place == 0 => return Ok(false),
                None => return Err(MALFORMED.to_owned()),
            };
        }
        Ok(true)
    }

    /// How many there are still to read.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    fn read(&mut self) -> Result<(), String> {
        let mut bytes = vec![0; PIECE.min(4 * self.left)];
        self.checkpoint.read(self.at, &mut bytes)?;
        self.at += bytes.len() as u64;
        let (numbers, _) = bytes.as_chunks();
        let numbers: Vec<u32> = numbers.iter().map(|n| u32::from_le_bytes(*n)).collect();
        self.piece = numbers.into_iter();
        Ok(())
    }
}

impl Iterator for Logged<'_> {
    type Item = Result<u32, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        if self.piece.as_slice().is_empty()
            && let Err(why) = self.read()
        {
            return Some(Err(why));
        }
        self.left -= 1;
        self.piece.next().map(Ok)
    }
}

/// Reads a state from its start to its end.
pub(super) struct StateReader<'a>(pub(super) &'a [u8]);

impl StateReader<'_> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Fills these words.
    pub(super) fn words(&mut self, words: &mut [u64]) -> Option<()> {
        for word in words {
            let (bytes, rest) = self.0.split_first_chunk()?;
            self.0 = rest;
            *word = u64::from_le_bytes(*bytes);
        }
        Some(())
    }

    /// Fills these numbers.
    pub(super) fn numbers(&mut self, numbers: &mut [u32]) -> Option<()> {
        for place in numbers {
            *place = self.number()?;
        }
        Some(())
    }

    /// Nothing is left.
    pub(super) fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// Are these positions of the board in lexicographic order, all before the slab or heap `next`?
pub(super) fn is_increasing(piles: &[u32], dimension: usize, max: u32, next: u32) -> bool {
    let (positions, rest) = (piles.chunks_exact(dimension), piles.len() % dimension);
    let small = |position: &[u32]| position[0] < next && position.iter().all(|pile| *pile <= max);
    rest == 0 && positions.clone().all(small) && positions.is_sorted_by(|one, other| one < other)
}
