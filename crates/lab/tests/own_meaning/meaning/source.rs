//! Where random choices come from: a seed, or a list of choices that is made smaller when a case fails.

/// A stream of choices. Choice 0 is always the simplest.
pub(crate) struct Source {
    choices: Vec<u32>,
    at: usize,
    state: Option<u64>,
}

impl Source {
    /// Random choices; the same for the same seed.
    pub(crate) fn seeded(seed: u64) -> Self {
        Self {
            choices: Vec::new(),
            at: 0,
            state: Some(seed),
        }
    }

    /// These choices, and the simplest ones behind them.
    pub(crate) fn replay(choices: Vec<u32>) -> Self {
        Self {
            choices,
            at: 0,
            state: None,
        }
    }

    /// One of `0..count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        if self.at == self.choices.len() {
            let next = self.random();
            self.choices.push(next);
        }
        let choice = self.choices[self.at];
        self.at += 1;
        choice as usize % count.max(1)
    }

    /// Yes, once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of some things.
    pub(crate) fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }

    /// The choices made so far.
    pub(crate) fn made(self) -> Vec<u32> {
        self.choices
    }

    /// The next number of splitmix64, or 0 where there is no seed.
    fn random(&mut self) -> u32 {
        let Some(state) = &mut self.state else {
            return 0;
        };
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) as u32
    }
}

/// Fewer or smaller choices for which something still fails, found in a bounded number of tries.
pub(crate) fn shrink(mut choices: Vec<u32>, fails: impl Fn(&[u32]) -> bool) -> Vec<u32> {
    let mut tries = 400;
    let mut length = choices.len();
    while length > 0 && tries > 0 {
        let mut start = 0;
        while start < choices.len() && tries > 0 {
            let end = (start + length).min(choices.len());
            let removed = [&choices[..start], &choices[end..]].concat();
            let mut zeroed = choices.clone();
            zeroed[start..end].fill(0);
            tries -= 2;
            if fails(&removed) {
                choices = removed;
            } else if zeroed != choices && fails(&zeroed) {
                choices = zeroed;
                start = end;
            } else {
                start = end;
            }
        }
        length /= 2;
    }
    choices
}
