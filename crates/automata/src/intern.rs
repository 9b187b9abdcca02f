//! Numbers for slices of machine words: each different slice gets the next number.

/// A table of slices, each stored once in one arena.
pub(crate) struct Interner {
    words: Vec<u32>,
    ends: Vec<usize>,
    table: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Interner {
    pub(crate) fn new() -> Self {
        Self {
            words: Vec::new(),
            ends: Vec::new(),
            table: vec![EMPTY; 64],
        }
    }

    /// How many slices there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many machine words they take together.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn get(&self, index: usize) -> &[u32] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.words[begin..self.ends[index]]
    }

    /// The number of a slice, and whether it is new.
    pub(crate) fn intern(&mut self, slice: &[u32]) -> (u32, bool) {
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let place = self.find(slice);
        match self.table[place] {
            EMPTY => {
                let number =
                    u32::try_from(self.len()).expect("fewer than 2^32 nodes fit in memory");
                self.table[place] = number;
                self.words.extend_from_slice(slice);
                self.ends.push(self.words.len());
                (number, true)
            }
            number => (number, false),
        }
    }

    fn find(&self, slice: &[u32]) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(slice) & mask;
        while self.table[place] != EMPTY && self.get(self.table[place] as usize) != slice {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        // The old table goes first: the slices are kept elsewhere.
        self.table = Vec::new();
        self.table = vec![EMPTY; size];
        for (number, index) in (0..).zip(0..self.len()) {
            let mut place = hash(self.get(index)) & (size - 1);
            while self.table[place] != EMPTY {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number;
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "any bits of a hash are a hash"
)]
fn hash(slice: &[u32]) -> usize {
    let mut state = slice.len() as u64;
    for &word in slice {
        state = (state.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (state ^ (state >> 32)) as usize
}
