//! Programs written by hand for one game each: what the solver is measured against.

/// The P-positions of Rat with every pile at most `max`, by a program for Rat alone: one bit a position, and
/// the sources of each P-position marked with word-wide stores.
pub fn rat(max: usize) -> Vec<[u32; 3]> {
    let mut board = RatBoard::new(max);
    let mut found = Vec::new();
    for x in 0..=max {
        for y in x..=max {
            let mut z = y;
            while let Some(free) = board.next_free(x, y, z) {
                found.push([x as u32, y as u32, free as u32]);
                board.mark_sources([x, y, free]);
                z = free + 1;
            }
        }
    }
    found
}

struct RatBoard {
    max: usize,
    width: usize,
    words: Vec<u64>,
}

impl RatBoard {
    fn new(max: usize) -> Self {
        let width = max / 64 + 1;
        let rows = (max + 1) * (max + 2) / 2;
        Self {
            max,
            width,
            words: vec![0; rows * width],
        }
    }

    /// The row of all z for x <= y.
    fn row(&mut self, x: usize, y: usize) -> &mut [u64] {
        let number = x * (2 * self.max + 1 - x) / 2 + y;
        &mut self.words[number * self.width..(number + 1) * self.width]
    }

    fn next_free(&mut self, x: usize, y: usize, from: usize) -> Option<usize> {
        if from > self.max {
            return None;
        }
        let (max, width) = (self.max, self.width);
        let row = self.row(x, y);
        let mut word = from / 64;
        let mut free = !row[word] & (u64::MAX << (from % 64));
        while free == 0 {
            word += 1;
            if word == width {
                return None;
            }
            free = !row[word];
        }
        Some(word * 64 + free.trailing_zeros() as usize).filter(|z| *z <= max)
    }

    fn mark(&mut self, x: usize, y: usize, low: usize, high: usize) {
        let high = high.min(self.max);
        if low > high {
            return;
        }
        let row = self.row(x, y);
        let (first, last) = (low / 64, high / 64);
        let (head, tail) = (u64::MAX << (low % 64), u64::MAX >> (63 - high % 64));
        if first == last {
            row[first] |= head & tail;
        } else {
            row[first] |= head;
            row[first + 1..last].fill(u64::MAX);
            row[last] |= tail;
        }
    }

    fn mark_sources(&mut self, [u, v, w]: [usize; 3]) {
        for [a, b, c] in [
            [u, v, w],
            [u, w, v],
            [v, u, w],
            [v, w, u],
            [w, u, v],
            [w, v, u],
        ] {
            self.mark_type_one(a, b, c);
        }
        self.mark_type_two(u, v, w);
        self.mark_type_two(v, w, u);
        self.mark_type_three(u, v, w);
    }

    /// Any positive number from up to two piles: one pile stays.
    fn mark_type_one(&mut self, a: usize, b: usize, c: usize) {
        let max = self.max;
        for y in b.max(a)..=max {
            self.mark(a, y, c, max);
        }
        for x in a..=b {
            self.mark(x, b, c, max);
        }
        for x in a..=c {
            for y in b.max(x)..=c {
                self.mark(x, y, c, c);
            }
        }
    }

    fn mark_type_two(&mut self, u: usize, v: usize, w: usize) {
        let max = self.max;
        for x in u + 1..=max {
            let taken = x - u;
            for y in (v + taken - 1).max(v + 1).max(x)..=(v + taken + 1).min(max) {
                let a = if (y - x) % 7 == 0 { 2 } else { 1 };
                if (y - v).abs_diff(taken) < a {
                    self.mark(x, y, w + 1, max);
                }
            }
        }
    }

    fn mark_type_three(&mut self, u: usize, v: usize, w: usize) {
        let max = self.max;
        let b = match w - u {
            0 => 3,
            difference if difference % 7 == 4 => 6,
            _ => 5,
        };
        for x in u + 1..=max {
            let middle = w + (x - u);
            let (low, high) = ((middle + 1 - b.min(middle)).max(w + 1), middle + b - 1);
            for y in (v + 1).max(x)..=high.min(max) {
                self.mark(x, y, low, high);
            }
        }
    }
}

/// The P-positions of Rat, position by position and option by option.
pub fn plain_rat(max: usize) -> Vec<[u32; 3]> {
    let side = max + 1;
    let mut is_p = vec![false; side * side * side];
    let mut found = Vec::new();
    for x in 0..=max {
        for y in x..=max {
            for z in y..=max {
                if !rat_moves_to_p([x, y, z], &is_p, side) {
                    is_p[(x * side + y) * side + z] = true;
                    found.push([x as u32, y as u32, z as u32]);
                }
            }
        }
    }
    found
}

fn rat_moves_to_p([x, y, z]: [usize; 3], is_p: &[bool], side: usize) -> bool {
    let at = |a: usize, b: usize, c: usize| {
        let mut piles = [a, b, c];
        piles.sort_unstable();
        is_p[(piles[0] * side + piles[1]) * side + piles[2]]
    };
    let a = if (y - x) % 7 == 0 { 2 } else { 1 };
    for u in 0..=x {
        for v in 0..=y {
            for w in 0..=z {
                let changed = usize::from(u < x) + usize::from(v < y) + usize::from(w < z);
                let legal = match changed {
                    0 => false,
                    1 | 2 => true,
                    _ => {
                        let (l, k, m) = (x - u, y - v, z - w);
                        let ordered = u <= v && v <= w;
                        let b = match w.wrapping_sub(u) {
                            0 => 3,
                            difference if difference % 7 == 4 => 6,
                            _ => 5,
                        };
                        (k.abs_diff(l) < a && (ordered || (w <= u && u <= v)))
                            || (m.abs_diff(l) < b && ordered)
                    }
                };
                if legal && at(u, v, w) {
                    return true;
                }
            }
        }
    }
    false
}

/// The nim-values of Wythoff's game with both piles at most `max`: one bit set a row, column and diagonal.
pub fn wythoff_values(max: usize) -> Vec<u16> {
    let side = max + 1;
    let width = 3 * side / 64 + 1;
    let mut columns = vec![0u64; side * width];
    let mut diagonals = vec![0u64; 2 * side * width];
    let mut values = Vec::with_capacity(side * side);
    for x in 0..side {
        let mut row = vec![0u64; width];
        for y in 0..side {
            let column = &mut columns[y * width..(y + 1) * width];
            let number = side + y - x;
            let diagonal = &mut diagonals[number * width..(number + 1) * width];
            let mut word = 0;
            while row[word] | column[word] | diagonal[word] == u64::MAX {
                word += 1;
            }
            let seen = row[word] | column[word] | diagonal[word];
            let bit = seen.trailing_ones();
            for set in [&mut row[word], &mut column[word], &mut diagonal[word]] {
                *set |= 1 << bit;
            }
            values.push((word as u32 * 64 + bit) as u16);
        }
    }
    values
}
