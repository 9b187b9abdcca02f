//! Numbers for slices of machine words: each different slice gets the next number.

/// A table of slices, each stored once in one arena.
pub(crate) struct Interner {
    words: Vec<u32>,
    ends: Vec<usize>,
    table: Vec<Entry>,
}

/// A number with the hash of its slice, by which most other slices are told apart without a look at the arena.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    number: u32,
}

/// The number of an entry without a slice.
const NONE: u32 = u32::MAX;

const EMPTY: Entry = Entry {
    hash: 0,
    number: NONE,
};

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
        if (self.len() + 1) * 3 > self.table.len() * 2 {
            self.grow();
        }
        let hash = hash(slice);
        let place = self.find(slice, hash);
        match self.table[place].number {
            NONE => {
                let number =
                    u32::try_from(self.len()).expect("fewer than 2^32 nodes fit in memory");
                self.table[place] = Entry { hash, number };
                self.words.extend_from_slice(slice);
                self.ends.push(self.words.len());
                (number, true)
            }
            number => (number, false),
        }
    }

    fn find(&self, slice: &[u32], hash: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let entry = self.table[place];
            if entry.number == NONE
                || entry.hash == hash && self.get(entry.number as usize) == slice
            {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        let old = std::mem::replace(&mut self.table, vec![EMPTY; size]);
        for entry in old.into_iter().filter(|entry| entry.number != NONE) {
            let mut place = entry.hash as usize & (size - 1);
            while self.table[place].number != NONE {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = entry;
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "any bits of a hash are a hash"
)]
fn hash(slice: &[u32]) -> u32 {
    let mut state = slice.len() as u64;
    for &word in slice {
        state = (state.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (state ^ (state >> 32)) as u32
}
