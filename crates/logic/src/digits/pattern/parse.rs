//! From the text of a pattern to a tree, with exact places in the messages.

use numeration::natural::{Natural, parse_natural};

use super::PatternError;

/// A pattern as a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternTree {
    /// One digit.
    Digit(Allowed),
    /// One after the other.
    Sequence(Vec<PatternTree>),
    /// One of them.
    Alternatives(Vec<PatternTree>),
    /// So often, without end if there is no second number.
    Repeated(Box<PatternTree>, usize, Option<usize>),
}

/// The digits that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Any.
    Any,
    /// One of these.
    Of(Vec<Natural>),
    /// Any but these.
    Except(Vec<Natural>),
}

impl Allowed {
    /// The digits that are named.
    pub(super) fn named(&self) -> &[Natural] {
        match self {
            Self::Any => &[],
            Self::Of(digits) | Self::Except(digits) => digits,
        }
    }

    /// May this digit stand there? None stands for a digit without a name.
    pub(super) fn has(&self, digit: Option<&Natural>) -> bool {
        let named = digit.is_some_and(|digit| self.named().contains(digit));
        match self {
            Self::Any => true,
            Self::Of(_) => named,
            Self::Except(_) => !named,
        }
    }
}

/// The most places for digits, repetitions counted.
pub(super) const MOST_POSITIONS: usize = 300;

/// The deepest nesting of brackets.
const DEEPEST: usize = 50;

/// Reads a whole pattern.
pub(super) fn parse(source: &str, largest: Option<&Natural>) -> Result<PatternTree, PatternError> {
    let mut reader = PatternParser {
        text: source.chars().collect(),
        at: 0,
        depth: 0,
        largest,
    };
    let tree = reader.alternatives()?;
    match reader.peek() {
        None if positions(&tree) > MOST_POSITIONS => Err(PatternError::too_long(source)),
        None => Ok(tree),
        Some(_) => Err(reader.fault(1, "this `)` closes nothing", "no `(` before it", None)),
    }
}

/// How many places for digits there are, repetitions counted.
fn positions(tree: &PatternTree) -> usize {
    let sum = |parts: &[PatternTree]| {
        let each = parts.iter().map(positions);
        each.fold(0, usize::saturating_add)
    };
    match tree {
        PatternTree::Digit(_) => 1,
        PatternTree::Sequence(parts) | PatternTree::Alternatives(parts) => sum(parts),
        PatternTree::Repeated(inner, least, most) => {
            positions(inner).saturating_mul(most.unwrap_or(*least).max(1))
        }
    }
}

struct PatternParser<'l> {
    text: Vec<char>,
    at: usize,
    depth: usize,
    largest: Option<&'l Natural>,
}

type Read<T> = Result<T, PatternError>;

impl PatternParser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    /// A fault at the next characters.
    fn fault(
        &self,
        length: usize,
        message: impl Into<String>,
        label: &str,
        help: Option<&str>,
    ) -> PatternError {
        self.fault_at(self.at, length, message, label, help)
    }

    fn fault_at(
        &self,
        start: usize,
        length: usize,
        message: impl Into<String>,
        label: &str,
        help: Option<&str>,
    ) -> PatternError {
        PatternError {
            start,
            length,
            message: message.into(),
            label: label.to_owned(),
            help: help.map(str::to_owned),
        }
    }

    fn alternatives(&mut self) -> Read<PatternTree> {
        let mut parts = vec![self.sequence()?];
        while self.eat('|') {
            parts.push(self.sequence()?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => PatternTree::Alternatives(parts),
        })
    }

    fn sequence(&mut self) -> Read<PatternTree> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            parts.push(self.repeated()?);
        }
        match parts.len() {
            0 => Err(self.fault(
                usize::from(self.peek().is_some()),
                "digits are missing here in the pattern",
                "nothing to match",
                Some("write `?` behind what may be missing; the digits of 0 are the word `0`"),
            )),
            1 => Ok(parts.swap_remove(0)),
            _ => Ok(PatternTree::Sequence(parts)),
        }
    }

    fn repeated(&mut self) -> Read<PatternTree> {
        let inner = self.atom()?;
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.counted(inner),
            _ => return Ok(inner),
        };
        self.at += 1;
        self.once(PatternTree::Repeated(Box::new(inner), least, most))
    }

    /// Refuses a second sign of repetition.
    fn once(&self, tree: PatternTree) -> Read<PatternTree> {
        match self.peek() {
            Some('*' | '+' | '?' | '{') => Err(self.fault(
                1,
                "two repetitions in a row",
                "a second repetition",
                Some("put brackets around what is repeated: `(0*)?`"),
            )),
            _ => Ok(tree),
        }
    }

    /// `{m}`, `{m,}`, `{m,n}`
    fn counted(&mut self, inner: PatternTree) -> Read<PatternTree> {
        let start = self.at;
        self.at += 1;
        let least = self.count(start)?;
        let most = if self.eat(',') {
            match self.peek() {
                Some('}') => None,
                _ => Some(self.count(start)?),
            }
        } else {
            Some(least)
        };
        if !self.eat('}') {
            return Err(self.braces(start));
        }
        let length = self.at - start;
        if most == Some(0) {
            return Err(self.fault_at(
                start,
                length,
                "what is repeated 0 times is not there",
                "at most 0 times",
                Some("leave it out, or let it be there once, as in `{0,1}`"),
            ));
        }
        if most.is_some_and(|most| most < least) {
            return Err(self.fault_at(
                start,
                length,
                "the numbers of repetitions go upwards",
                "from more to fewer",
                Some("write the smaller number first, as in `{2,5}`"),
            ));
        }
        self.once(PatternTree::Repeated(Box::new(inner), least, most))
    }

    fn braces(&self, start: usize) -> PatternError {
        let length = (self.at - start).max(1);
        self.fault_at(
            start,
            length,
            "a number of repetitions looks like `{2}`, `{2,}` or `{2,5}`",
            "not understood",
            None,
        )
    }

    fn count(&mut self, start: usize) -> Read<usize> {
        let (first, digits) = (self.at, self.number());
        if digits.is_empty() {
            return Err(self.braces(start));
        }
        let count = digits.parse().ok();
        count
            .filter(|count| *count <= MOST_POSITIONS)
            .ok_or_else(|| {
                self.fault_at(
                    first,
                    digits.len(),
                    format!("at most {MOST_POSITIONS} repetitions are counted"),
                    "too many",
                    None,
                )
            })
    }

    fn number(&mut self) -> String {
        let rest = self.text.iter().skip(self.at);
        let digits: String = rest.take_while(|sign| sign.is_ascii_digit()).collect();
        self.at += digits.len();
        digits
    }

    fn atom(&mut self) -> Read<PatternTree> {
        match self.peek() {
            Some('.') => {
                self.at += 1;
                Ok(PatternTree::Digit(Allowed::Any))
            }
            Some('(') => self.bracket(),
            Some('[') => self.list(),
            Some('*' | '+' | '?' | '{') => Err(self.fault(
                1,
                "there is nothing before this to repeat",
                "a repetition of nothing",
                None,
            )),
            _ => Ok(PatternTree::Digit(Allowed::Of(vec![self.digit()?]))),
        }
    }

    fn bracket(&mut self) -> Read<PatternTree> {
        let open = self.at;
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("at most {DEEPEST} brackets may be nested in a pattern");
            return Err(self.fault_at(open, 1, message, "too deep", None));
        }
        let inner = self.alternatives()?;
        self.depth -= 1;
        if self.eat(')') {
            return Ok(inner);
        }
        Err(self.fault_at(open, 1, "this `(` is never closed", "no `)` follows", None))
    }

    /// `[01]`, `[^0]`
    fn list(&mut self) -> Read<PatternTree> {
        let open = self.at;
        self.at += 1;
        let except = self.eat('^');
        let mut digits = Vec::new();
        while !self.eat(']') {
            match self.peek() {
                None => {
                    let message = "this `[` is never closed";
                    return Err(self.fault_at(open, 1, message, "no `]` follows", None));
                }
                Some('-') => {
                    return Err(self.fault(
                        1,
                        "a list of digits names each of them",
                        "not a digit",
                        Some("write `[012]`"),
                    ));
                }
                Some(_) => digits.push(self.digit()?),
            }
        }
        if digits.is_empty() {
            let (message, label) = ("a list of no digits matches nothing", "no digits");
            return Err(self.fault_at(open, self.at - open, message, label, None));
        }
        digits.sort();
        digits.dedup();
        Ok(PatternTree::Digit(match except {
            true => Allowed::Except(digits),
            false => Allowed::Of(digits),
        }))
    }

    /// `7`, `<10>`
    fn digit(&mut self) -> Read<Natural> {
        let start = self.at;
        let digit = match self.peek() {
            Some(sign) if sign.is_ascii_digit() => {
                self.at += 1;
                parse_natural(&sign.to_string()).ok()
            }
            Some('<') => {
                self.at += 1;
                let digits = self.number();
                let closed = self.eat('>');
                parse_natural(&digits).ok().filter(|_| closed)
            }
            _ => return Err(self.strange()),
        };
        let length = self.at - start;
        let Some(digit) = digit else {
            return Err(self.fault_at(
                start,
                length,
                "a digit above 9 looks like `<10>`",
                "not understood",
                None,
            ));
        };
        match self.largest {
            Some(largest) if digit > *largest => {
                let message = format!("there is no digit {digit} in this system");
                let help = format!("its digits go from 0 to {largest}");
                Err(self.fault_at(start, length, message, "too large", Some(&help)))
            }
            _ => Ok(digit),
        }
    }

    fn strange(&self) -> PatternError {
        let sign = self.peek().unwrap_or(' ');
        let shown = sign.escape_debug();
        let help = match sign {
            ' ' => "leave blanks out",
            '^' | '$' => "leave it out: the whole word must match",
            '\\' => "patterns need no backslash: write the digits themselves",
            _ => ALLOWED,
        };
        let message = format!("`{shown}` has no meaning in a pattern of digits");
        self.fault(1, message, "not understood", Some(help))
    }
}

const ALLOWED: &str = "patterns are made of digits, `<10>`, `.`, `[01]`, `[^0]`, `|`, `( )` and the repetitions `* + ? {m,n}`";
