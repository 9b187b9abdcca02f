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
const MOST_NODES: usize = 2000;
const MOST_STATES: usize = 4096;
const DEEPEST: usize = 60;

/// The words that an expression allows, by states of which the first is 0.
pub(super) struct Pattern {
    /// The state after each digit.
    next: Vec<Vec<usize>>,
    /// May a word end here?
    ends: Vec<bool>,
}

impl Pattern {
    /// Reads an expression about digits below a radix.
    pub(super) fn new(text: &str, radix: u8) -> Result<Self, Refusal> {
        let nodes = Nodes::new(text)?;
        let start = nodes.closed([nodes.start]);
        let mut known = FxHashMap::from_iter([(start.clone(), 0)]);
        let (mut states, mut next) = (vec![start], Vec::new());
        while next.len() < states.len() {
            let mut row = Vec::new();
            for digit in 0..radix {
                let after = nodes.after(&states[next.len()], digit);
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
        // Node 0 is the end.
        let ends = states.iter().map(|nodes| nodes.first() == Some(&0));
        Ok(Self {
            ends: ends.collect(),
            next,
        })
    }

    /// Reads an expression about digits of any size: the first number stands for it and for all above, of which it names none.
    pub(super) fn with_others(text: &str) -> Result<(u8, Self), Refusal> {
        let nodes = Nodes::new(text)?.nodes;
        let named = nodes.iter().filter_map(|node| match node {
            Node::Digit(digits, _) => digits.listed.iter().max(),
            _ => None,
        });
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

/// An automaton with free steps.
struct Nodes {
    nodes: Vec<Node>,
    start: usize,
}

/// A node of the automaton.
enum Node {
    /// Here a word may end.
    End,
    /// One of these digits leads on.
    Digit(Digits, usize),
    /// Two ways to go on.
    Free(usize, usize),
}

/// The digits of a list, or all but those.
#[derive(Clone)]
struct Digits {
    listed: Vec<u64>,
    except: bool,
}

/// An expression.
enum Part {
    Digit(Digits),
    Sequence(Vec<Part>),
    Alternatives(Vec<Part>),
    /// At least so often, and at most so often if there is a bound.
    Repeated(Box<Part>, usize, Option<usize>),
}

impl Nodes {
    fn new(text: &str) -> Result<Self, Refusal> {
        let mut reader = Reader {
            rest: text,
            depth: 0,
        };
        let part = reader.alternatives()?;
        if !reader.rest.is_empty() {
            return Err(damaged("a pattern goes on after its end"));
        }
        let mut nodes = Self {
            nodes: vec![Node::End],
            start: 0,
        };
        nodes.start = nodes.before(&part, 0)?;
        Ok(nodes)
    }

    fn add(&mut self, node: Node) -> Result<usize, Refusal> {
        self.nodes.push(node);
        match self.nodes.len() <= MOST_NODES {
            true => Ok(self.nodes.len() - 1),
            false => Err(Refusal::TooLarge),
        }
    }

    /// The node from which a part leads to the node after it.
    fn before(&mut self, part: &Part, after: usize) -> Result<usize, Refusal> {
        match part {
            Part::Digit(digits) => self.add(Node::Digit(digits.clone(), after)),
            Part::Sequence(parts) => {
                let mut parts = parts.iter().rev();
                parts.try_fold(after, |after, part| self.before(part, after))
            }
            Part::Alternatives(parts) => {
                let mut first = self.before(&parts[0], after)?;
                for part in &parts[1..] {
                    let other = self.before(part, after)?;
                    first = self.add(Node::Free(first, other))?;
                }
                Ok(first)
            }
            Part::Repeated(part, least, most) => {
                let mut node = after;
                match most {
                    None => {
                        node = self.add(Node::Free(after, after))?;
                        let again = self.before(part, node)?;
                        self.nodes[node] = Node::Free(after, again);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let once = self.before(part, node)?;
                            node = self.add(Node::Free(after, once))?;
                        }
                    }
                }
                for _ in 0..*least {
                    node = self.before(part, node)?;
                }
                Ok(node)
            }
        }
    }

    /// The nodes that one more digit leads to, with free steps after it, in order.
    fn after(&self, nodes: &[usize], digit: u8) -> Vec<usize> {
        let digit = u64::from(digit);
        let next = nodes.iter().filter_map(|&node| match &self.nodes[node] {
            Node::Digit(digits, next) if digits.listed.contains(&digit) != digits.except => {
                Some(*next)
            }
            _ => None,
        });
        self.closed(next)
    }

    /// With all nodes that free steps lead to, in order.
    fn closed(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let (mut queue, mut found) = (Vec::from_iter(nodes), vec![false; self.nodes.len()]);
        while let Some(node) = queue.pop() {
            if let (false, Node::Free(one, other)) =
                (std::mem::replace(&mut found[node], true), &self.nodes[node])
            {
                queue.extend([one, other]);
            }
        }
        let found = found.into_iter().enumerate();
        found
            .filter(|(_, found)| *found)
            .map(|(node, _)| node)
            .collect()
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
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

    fn alternatives(&mut self) -> Result<Part, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Refusal::TooLarge);
        }
        let mut parts = vec![self.sequence()?];
        while self.has('|') {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Part::Alternatives(parts))
    }

    fn sequence(&mut self) -> Result<Part, Refusal> {
        let mut parts = vec![self.repeated()?];
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            parts.push(self.repeated()?);
        }
        Ok(Part::Sequence(parts))
    }

    fn repeated(&mut self) -> Result<Part, Refusal> {
        let atom = self.atom()?;
        let (least, most) = match () {
            () if self.has('*') => (0, None),
            () if self.has('+') => (1, None),
            () if self.has('?') => (0, Some(1)),
            () if self.has('{') => self.counts()?,
            () => return Ok(atom),
        };
        Ok(Part::Repeated(Box::new(atom), least, most))
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
        match most.is_some_and(|most| most < least) || least.max(most.unwrap_or(0)) > MOST_NODES {
            true => Err(damaged(
                "a pattern repeats too often, or from more to fewer",
            )),
            false => Ok((least, most)),
        }
    }

    fn atom(&mut self) -> Result<Part, Refusal> {
        if self.has('(') {
            let inner = self.alternatives()?;
            self.expect(')')?;
            return Ok(inner);
        }
        let mut digits = Digits {
            listed: Vec::new(),
            except: self.has('.'),
        };
        if !digits.except {
            let is_list = self.has('[');
            digits.except = is_list && self.has('^');
            digits.listed.push(self.digit()?);
            while is_list && !self.has(']') {
                digits.listed.push(self.digit()?);
            }
        }
        Ok(Part::Digit(digits))
    }

    /// `7` or `<12>`.
    fn digit(&mut self) -> Result<u64, Refusal> {
        if self.has('<') {
            let digit = self.number()?;
            self.expect('>')?;
            return Ok(digit as u64);
        }
        let first = self.rest.chars().next().and_then(|sign| sign.to_digit(10));
        let first = first.ok_or_else(|| damaged("a digit is missing in a pattern"))?;
        self.rest = self.rest.get(1..).unwrap_or_default();
        Ok(u64::from(first))
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
