//! Regular expressions over digits: an automaton with free steps, read by sets of its nodes.
//!
//! ```text
//! alternatives := sequence { "|" sequence }
//! sequence     := repeated { repeated }
//! repeated     := atom [ "*" | "+" | "?" | "{" m "}" | "{" m "," [n] "}" ]
//! atom         := digit | "<" number ">" | "." | "[" ["^"] digits "]" | "(" alternatives ")"
//! ```
//!
//! A word matches as a whole.

use rustc_hash::FxHashMap;

use super::Refusal;
use super::words::damaged;

/// Larger expressions are refused.
const MOST_NODES: usize = 6000;
const MOST_STATES: usize = 4096;
const DEEPEST: usize = 60;

/// The words that an expression allows, by states of which the first is 0.
pub(super) struct PatternAutomaton {
    /// The state after each digit.
    next: Vec<Vec<usize>>,
    /// May a word end here?
    ends: Vec<bool>,
}

impl PatternAutomaton {
    /// Reads an expression about digits below a radix.
    pub(super) fn new(text: &str, radix: u8) -> Result<Self, Refusal> {
        let (reader, end) = PatternReader::read(text)?;
        let start = reader.closed([0]);
        let mut known = FxHashMap::from_iter([(start.clone(), 0)]);
        let (mut states, mut next) = (vec![start], Vec::new());
        while next.len() < states.len() {
            let mut row = Vec::new();
            for digit in 0..radix {
                let after = reader.after(&states[next.len()], digit);
                row.push(*known.entry(after).or_insert_with_key(|after| {
                    states.push(after.clone());
                    states.len() - 1
                }));
            }
            next.push(row);
            if states.len() > MOST_STATES {
                return Err(Refusal::TooLarge);
            }
        }
        let ends = states.iter().map(|nodes| nodes.contains(&end)).collect();
        Ok(Self { next, ends })
    }

    /// Reads an expression about digits of any size: the first number stands for it and for all above, of which it names none.
    pub(super) fn with_others(text: &str) -> Result<(u8, Self), Refusal> {
        let (reader, _) = PatternReader::read(text)?;
        let named = reader
            .steps
            .iter()
            .filter_map(|step| step.listed.iter().max());
        let other = named.max().map_or(1, |largest| largest.saturating_add(1));
        let other = u8::try_from(other).ok().filter(|other| *other < u8::MAX);
        let other = other.ok_or(Refusal::TooLarge)?;
        Ok((other, Self::new(text, other + 1)?))
    }

    /// After one more digit.
    pub(super) fn after(&self, state: usize, digit: u8) -> usize {
        self.next[state][usize::from(digit)]
    }

    /// May a word end here?
    pub(super) fn ends(&self, state: usize) -> bool {
        self.ends[state]
    }
}

/// One of the listed digits, or any other one, leads from a node to another.
struct PatternEdge {
    from: usize,
    listed: Vec<usize>,
    except: bool,
    to: usize,
}

/// What is left of an expression, and the automaton of what was read, which begins at node 0.
struct PatternReader<'a> {
    rest: &'a str,
    depth: usize,
    steps: Vec<PatternEdge>,
    /// The nodes that free steps lead to from each node.
    free: Vec<Vec<usize>>,
}

impl<'a> PatternReader<'a> {
    /// Reads an expression; the number is that of the node where words end.
    fn read(text: &'a str) -> Result<(Self, usize), Refusal> {
        let mut reader = Self {
            rest: text,
            depth: 0,
            steps: Vec::new(),
            free: vec![Vec::new()],
        };
        let end = reader.alternatives(0)?;
        match reader.rest.is_empty() {
            true => Ok((reader, end)),
            false => Err(damaged("a pattern goes on after its end")),
        }
    }

    /// The nodes that one more digit leads to, with free steps after it, in order.
    fn after(&self, nodes: &[usize], digit: u8) -> Vec<usize> {
        let leads = |step: &&PatternEdge| {
            nodes.binary_search(&step.from).is_ok()
                && step.listed.contains(&usize::from(digit)) != step.except
        };
        self.closed(self.steps.iter().filter(leads).map(|step| step.to))
    }

    /// With all nodes that free steps lead to, in order.
    fn closed(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let (mut queue, mut found) = (Vec::from_iter(nodes), vec![false; self.free.len()]);
        while let Some(node) = queue.pop() {
            if !std::mem::replace(&mut found[node], true) {
                queue.extend(&self.free[node]);
            }
        }
        (0..found.len()).filter(|node| found[*node]).collect()
    }

    fn node(&mut self) -> Result<usize, Refusal> {
        self.free.push(Vec::new());
        match self.free.len() <= MOST_NODES {
            true => Ok(self.free.len() - 1),
            false => Err(Refusal::TooLarge),
        }
    }

    fn has(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, sign: char) -> Result<(), Refusal> {
        match self.has(sign) {
            true => Ok(()),
            false => Err(damaged(&format!("`{sign}` is missing in a pattern"))),
        }
    }

    /// Alternatives that begin at a node; returns the node after them, as the following do.
    fn alternatives(&mut self, from: usize) -> Result<usize, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Refusal::TooLarge);
        }
        let to = self.node()?;
        loop {
            let mut end = self.repeated(from)?;
            while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
                end = self.repeated(end)?;
            }
            self.free[end].push(to);
            if !self.has('|') {
                self.depth -= 1;
                return Ok(to);
            }
        }
    }

    /// An atom that is repeated is read again and again, the last time with a step back where there is no end.
    fn repeated(&mut self, from: usize) -> Result<usize, Refusal> {
        let (text, mut start) = (self.rest, self.node()?);
        let mut end = self.atom(start)?;
        let (least, most) = match () {
            () if self.has('*') => (0, None),
            () if self.has('+') => (1, None),
            () if self.has('?') => (0, Some(1)),
            () if self.has('{') => self.counts()?,
            () => (1, Some(1)),
        };
        let (rest, to, mut at) = (self.rest, self.node()?, from);
        for count in 0..most.unwrap_or(least.max(1)) {
            if count > 0 {
                self.rest = text;
                start = self.node()?;
                end = self.atom(start)?;
            }
            self.free[at].push(start);
            if count >= least {
                self.free[at].push(to);
            }
            at = end;
        }
        if most.is_none() {
            self.free[at].push(start);
        }
        self.free[at].push(to);
        self.rest = rest;
        Ok(to)
    }

    /// `m}`, `m,}` or `m,n}`.
    fn counts(&mut self) -> Result<(usize, Option<usize>), Refusal> {
        let least = self.number()?;
        let most = match (self.has(','), self.rest.starts_with('}')) {
            (false, _) => Some(least),
            (true, true) => None,
            (true, false) => Some(self.number()?),
        };
        self.expect('}')?;
        match most.is_some_and(|most| most < least) {
            true => Err(damaged("a pattern repeats from more to fewer")),
            false => Ok((least, most)),
        }
    }

    fn atom(&mut self, from: usize) -> Result<usize, Refusal> {
        if self.has('(') {
            let to = self.alternatives(from)?;
            return self.expect(')').map(|()| to);
        }
        let (mut listed, mut except, to) = (Vec::new(), self.has('.'), self.node()?);
        if !except {
            let is_list = self.has('[');
            except = is_list && self.has('^');
            listed.push(self.digit()?);
            while is_list && !self.has(']') {
                listed.push(self.digit()?);
            }
        }
        self.steps.push(PatternEdge {
            from,
            listed,
            except,
            to,
        });
        Ok(to)
    }

    /// `7` or `<12>`.
    fn digit(&mut self) -> Result<usize, Refusal> {
        if self.has('<') {
            let digit = self.number()?;
            return self.expect('>').map(|()| digit);
        }
        let first = self.rest.chars().next().and_then(|sign| sign.to_digit(10));
        let first = first.ok_or_else(|| damaged("a digit is missing in a pattern"))?;
        self.rest = self.rest.get(1..).unwrap_or_default();
        Ok(first as usize)
    }

    fn number(&mut self) -> Result<usize, Refusal> {
        let digits = self.rest.chars().take_while(char::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number
            .parse()
            .map_err(|_| damaged("a number is missing in a pattern"))
    }
}
