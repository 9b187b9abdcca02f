//! Nim-values in as few bytes as they need, and the set of those that the options of a heap have.

use std::ops::BitXor;

/// A nim-value in one, two or four bytes.
pub(super) trait ValueCell: Copy + Eq + BitXor<Output = Self> {
    /// The first number that does not fit.
    const LIMIT: usize;
    /// The bytes of one.
    const BYTES: u64;
    /// The values of the options of a heap.
    type Seen: SeenValues<Self>;

    /// The number, if it fits.
    fn of(number: usize) -> Option<Self>;
    /// The number as an index.
    fn index(self) -> usize;
}

/// The nim-values of the options of a heap. They are kept as the number of the heap for which they were seen last, so that nothing
/// is cleared between two heaps.
pub(super) trait SeenValues<T> {
    fn new() -> Self;
    /// It is seen for this heap.
    fn mark(&mut self, value: T, heap: u32);
    /// Is it seen for this heap?
    fn has(&self, value: usize, heap: u32) -> bool;
}

/// All values that fit in the cell have a place, so that no index is ever too large.
pub(super) struct Stamps<const COUNT: usize>(Box<[u32; COUNT]>);

impl<const COUNT: usize> Stamps<COUNT> {
    fn empty() -> Self {
        let stamps = vec![u32::MAX; COUNT].into_boxed_slice();
        Self(stamps.try_into().expect("it was made with this length"))
    }
}

macro_rules! narrow_cell {
    ($cell:ty, $count:literal) => {
        impl ValueCell for $cell {
            const LIMIT: usize = $count;
            const BYTES: u64 = size_of::<Self>() as u64;
            type Seen = Stamps<$count>;

            fn of(number: usize) -> Option<Self> {
                Self::try_from(number).ok()
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self)
            }
        }

        impl SeenValues<$cell> for Stamps<$count> {
            fn new() -> Self {
                Self::empty()
            }

            #[inline]
            fn mark(&mut self, value: $cell, heap: u32) {
                self.0[usize::from(value)] = heap;
            }

            #[inline]
            fn has(&self, value: usize, heap: u32) -> bool {
                self.0.get(value) == Some(&heap)
            }
        }
    };
}

narrow_cell!(u8, 256);
narrow_cell!(u16, 65_536);

/// As many places as were needed so far.
pub(super) struct GrowingStamps(Vec<u32>);

impl ValueCell for u32 {
    const LIMIT: usize = 1 << 31;
    const BYTES: u64 = 4;
    type Seen = GrowingStamps;

    fn of(number: usize) -> Option<Self> {
        Self::try_from(number).ok().filter(|_| number < Self::LIMIT)
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl SeenValues<u32> for GrowingStamps {
    fn new() -> Self {
        Self(Vec::new())
    }

    #[inline]
    fn mark(&mut self, value: u32, heap: u32) {
        let index = value as usize;
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), u32::MAX);
        }
        self.0[index] = heap;
    }

    #[inline]
    fn has(&self, value: usize, heap: u32) -> bool {
        self.0.get(value) == Some(&heap)
    }
}

/// Nim-values of the heaps 0, 1, 2, …, in cells as wide as the largest of them needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PackedValues {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl PackedValues {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::One(cells) => cells.len(),
            Self::Two(cells) => cells.len(),
            Self::Four(cells) => cells.len(),
        }
    }

    pub(super) fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Self::One(cells) => cells.get(heap).map(|value| u32::from(*value)),
            Self::Two(cells) => cells.get(heap).map(|value| u32::from(*value)),
            Self::Four(cells) => cells.get(heap).copied(),
        }
    }

    /// The same values in cells of twice the size; as they were, if there are no larger cells.
    pub(super) fn widened(self) -> Result<Self, Self> {
        match self {
            Self::One(cells) => Ok(Self::Two(cells.into_iter().map(u16::from).collect())),
            Self::Two(cells) => Ok(Self::Four(cells.into_iter().map(u32::from).collect())),
            four @ Self::Four(_) => Err(four),
        }
    }

    /// The first alone.
    pub(super) fn first(&self, count: usize) -> Self {
        match self {
            Self::One(cells) => Self::One(cells[..count.min(cells.len())].to_vec()),
            Self::Two(cells) => Self::Two(cells[..count.min(cells.len())].to_vec()),
            Self::Four(cells) => Self::Four(cells[..count.min(cells.len())].to_vec()),
        }
    }

    /// Keeps only the first.
    pub(super) fn shorten(&mut self, count: usize) {
        match self {
            Self::One(cells) => cells.truncate(count),
            Self::Two(cells) => cells.truncate(count),
            Self::Four(cells) => cells.truncate(count),
        }
    }

    /// One value more; none if it is too large for any cell.
    pub(super) fn with(mut self, value: u32) -> Option<Self> {
        loop {
            let fits = match &mut self {
                Self::One(cells) => u8::try_from(value).map(|value| cells.push(value)).is_ok(),
                Self::Two(cells) => u16::try_from(value).map(|value| cells.push(value)).is_ok(),
                Self::Four(cells) => u32::of(value as usize)
                    .map(|value| cells.push(value))
                    .is_some(),
            };
            if fits {
                return Some(self);
            }
            self = self.widened().ok()?;
        }
    }
}
