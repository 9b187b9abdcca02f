//! Where the beginning of a sequence comes again.

/// The places from 1 on at which the first terms of a sequence come again, by the method of Knuth, Morris and Pratt.
pub struct Recurrences<'a, F> {
    term: &'a F,
    /// For each beginning of the pattern its longest proper beginning that is also its end.
    borders: Vec<usize>,
    pattern: usize,
    count: usize,
    place: usize,
    matched: usize,
}

impl<'a, S: Eq, F: Fn(usize) -> S> Recurrences<'a, F> {
    /// A pattern is at most as long as the sequence.
    pub fn new(term: &'a F, pattern: usize, count: usize) -> Self {
        let mut borders = vec![0; pattern];
        let mut matched = 0;
        for place in 1..pattern {
            while matched > 0 && term(matched) != term(place) {
                matched = borders[matched - 1];
            }
            matched += usize::from(term(matched) == term(place));
            borders[place] = matched;
        }
        Self {
            term,
            borders,
            pattern,
            count,
            place: 1,
            matched: 0,
        }
    }
}

impl<S: Eq, F: Fn(usize) -> S> Iterator for Recurrences<'_, F> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.pattern == 0 {
            return None;
        }
        while self.place < self.count {
            if self.matched == self.pattern {
                self.matched = self.borders[self.matched - 1];
            }
            while self.matched > 0 && (self.term)(self.matched) != (self.term)(self.place) {
                self.matched = self.borders[self.matched - 1];
            }
            self.matched += usize::from((self.term)(self.matched) == (self.term)(self.place));
            self.place += 1;
            if self.matched == self.pattern {
                return Some(self.place - self.pattern);
            }
        }
        None
    }
}
