//! Numbers for slices of machine words: each different slice of a level gets the next number.
//!
//! Slices of different levels are never compared. Each level has a table of its own: a construction goes from level to level, and one
//! small table after the other stays close at hand.

/// A table of slices, each stored once in one arena.
pub(crate) struct Interner<S> {
    words: Vec<u32>,
    shape: S,
    levels: Vec<SliceTable>,
}

/// Where the slices lie in the arena.
pub(crate) trait SliceLayout {
    /// How many slices there are, if they take so many words.
    fn count(&self, words: usize) -> usize;

    /// Where a slice lies.
    fn range(&self, index: usize) -> std::ops::Range<usize>;

    /// A slice was added, so that there are so many words.
    fn add(&mut self, words: usize);

    /// The bytes that this takes.
    fn bytes(&self) -> usize;
}

/// All slices have the same length, which is not 0.
pub(crate) struct FixedLength(pub(crate) usize);

impl SliceLayout for FixedLength {
    fn count(&self, words: usize) -> usize {
        words / self.0
    }

    fn range(&self, index: usize) -> std::ops::Range<usize> {
        index * self.0..(index + 1) * self.0
    }

    fn add(&mut self, _: usize) {}

    fn bytes(&self) -> usize {
        0
    }
}

/// Slices of any lengths, by their ends.
#[derive(Default)]
pub(crate) struct VariableLength(Vec<usize>);

impl SliceLayout for VariableLength {
    fn count(&self, _: usize) -> usize {
        self.0.len()
    }

    fn range(&self, index: usize) -> std::ops::Range<usize> {
        let begin = if index == 0 { 0 } else { self.0[index - 1] };
        begin..self.0[index]
    }

    fn add(&mut self, words: usize) {
        self.0.push(words);
    }

    fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

impl<S: SliceLayout> Interner<S> {
    pub(crate) fn new(shape: S, levels: usize) -> Self {
        Self {
            words: Vec::new(),
            shape,
            levels: vec![SliceTable::default(); levels],
        }
    }

    /// How many slices there are.
    pub(crate) fn len(&self) -> usize {
        self.shape.count(self.words.len())
    }

    /// How many bytes all of this takes.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.levels.iter();
        let tables: usize = tables
            .map(|table| size_of_val(table.entries.as_slice()))
            .sum();
        size_of_val(self.words.as_slice()) + self.shape.bytes() + tables
    }

    pub(crate) fn get(&self, index: usize) -> &[u32] {
        &self.words[self.shape.range(index)]
    }

    /// The number of a slice of a level, and whether it is new.
    pub(crate) fn intern(&mut self, level: u16, slice: &[u32]) -> (u32, bool) {
        let table = &mut self.levels[usize::from(level)];
        if (table.taken + 1) * 4 > table.entries.len() * 3 {
            table.grow();
        }
        let hash = hash(slice);
        let mut place = first_place(hash, table.entries.len());
        loop {
            let entry = table.entries[place];
            if entry.number == NONE {
                break;
            }
            if entry.hash == hash && self.words[self.shape.range(entry.number as usize)] == *slice {
                return (entry.number, false);
            }
            place = place_after(place, table.entries.len());
        }
        let number = u32::try_from(self.shape.count(self.words.len()))
            .expect("fewer than 2^32 nodes fit in memory");
        table.entries[place] = SliceEntry { hash, number };
        table.taken += 1;
        self.words.extend_from_slice(slice);
        self.shape.add(self.words.len());
        (number, true)
    }
}

/// The slices of one level by their hashes.
#[derive(Clone, Default)]
struct SliceTable {
    entries: Vec<SliceEntry>,
    taken: usize,
}

/// A number with the hash of its slice, by which most other slices are told apart without a look at the arena.
#[derive(Clone, Copy)]
struct SliceEntry {
    hash: u32,
    number: u32,
}

/// A table with fewer entries is small.
const SMALL: usize = 1 << 12;

/// The number of an entry without a slice.
const NONE: u32 = u32::MAX;

const EMPTY: SliceEntry = SliceEntry {
    hash: 0,
    number: NONE,
};

impl SliceTable {
    /// A small table is made much larger, since it costs little; a large one is not, since it may fill the memory.
    fn grow(&mut self) {
        let size = match self.entries.len() {
            0 => 16,
            small if small < SMALL => 4 * small,
            large => large / 2 * 3,
        };
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
        for entry in old.into_iter().filter(|entry| entry.number != NONE) {
            let mut place = first_place(entry.hash, size);
            while self.entries[place].number != NONE {
                place = place_after(place, size);
            }
            self.entries[place] = entry;
        }
    }
}

/// Where a hash is looked for first. Places are in the order of the hashes, so that a table that grows is gone through from
/// its beginning to its end, and so is the new one.
fn first_place(hash: u32, size: usize) -> usize {
    usize::try_from((u64::from(hash) * size as u64) >> 32).expect("below the size of a table")
}

/// Where it is looked for next.
fn place_after(place: usize, size: usize) -> usize {
    if place + 1 == size { 0 } else { place + 1 }
}

fn hash(slice: &[u32]) -> u32 {
    let mut state = slice.len() as u64;
    for &word in slice {
        state = (state.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (state >> 32) as u32
}
