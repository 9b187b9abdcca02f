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

use super::Refusal;
use super::words::damaged;

/// Larger expressions are refused.
const MOST_NODES: usize = 2000;
const DEEPEST: usize = 60;

/// The words that an expression allows.
pub(super) struct Pattern {
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

/// The nodes at which the words stand that were read, in order.
pub(super) type Nodes = Vec<usize>;

impl Pattern {
    pub(super) fn new(text: &str) -> Result<Self, Refusal> {
        let mut reader = Reader {
            rest: text,
            depth: 0,
        };
        let part = reader.alternatives()?;
        if !reader.rest.is_empty() {
            return Err(damaged("a pattern goes on after its end"));
        }
        let mut pattern = Self {
            nodes: vec![Node::End],
            start: 0,
        };
        pattern.start = pattern.before(&part, 0)?;
        Ok(pattern)
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

    /// Before the first digit.
    pub(super) fn start(&self) -> Nodes {
        self.closed([self.start])
    }

    /// After one more digit.
    pub(super) fn after(&self, nodes: &Nodes, digit: u8) -> Nodes {
        let digit = u64::from(digit);
        let next = nodes.iter().filter_map(|&node| match &self.nodes[node] {
            Node::Digit(digits, next) if digits.listed.contains(&digit) != digits.except => {
                Some(*next)
            }
            _ => None,
        });
        self.closed(next)
    }

    /// May a word end here?
    pub(super) fn ends(&self, nodes: &Nodes) -> bool {
        nodes.contains(&0)
    }

    /// With all nodes that free steps lead to.
    fn closed(&self, nodes: impl IntoIterator<Item = usize>) -> Nodes {
        let (mut queue, mut found) = (Vec::from_iter(nodes), Vec::new());
        while let Some(node) = queue.pop() {
            if found.contains(&node) {
                continue;
            }
            found.push(node);
            if let Node::Free(one, other) = self.nodes[node] {
                queue.extend([one, other]);
            }
        }
        found.sort_unstable();
        found
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
