//! Reading the core notation, continued: floors with their real constants, and what is said about digits.

use super::Refusal;
use super::digits::gcd;
use super::reader::LineReader;
use super::reading::{number, read_rows};
use super::statement::{Formula, Real, System, Term};
use super::systems::Numeration;
use super::table::Table;
use super::words::{damaged, missing};

/// The prover takes the squares out of every radicand up to this one.
const LARGEST_RADICAND: i64 = 1 << 48;

impl LineReader<'_, '_> {
    /// `REAL * TERM + … + REAL`.
    pub(super) fn floor(&mut self) -> Result<Term, Refusal> {
        let mut parts = Vec::new();
        loop {
            let real = self.real()?;
            if !self.words.has("*") {
                return Ok(Term::Floor(parts, real));
            }
            parts.push((real, self.term()?));
            self.words.expect("+")?;
        }
    }

    /// `p/q` or `(a + b*sqrt(d))/c`, in lowest terms and with a squarefree `d`: each number has one
    /// text.
    fn real(&mut self) -> Result<Real, Refusal> {
        let (mut b, mut d) = (0, 1);
        let quadratic = self.words.has("(");
        let a = self.words.number()?;
        if quadratic {
            self.words.expect("+")?;
            b = self.words.number()?;
            self.words.expect("*")?;
            self.words.expect("sqrt")?;
            self.words.expect("(")?;
            d = self.words.positive()?;
            self.words.expect(")")?;
            self.words.expect(")")?;
        }
        self.words.expect("/")?;
        let c = self.words.positive()?;
        if d > LARGEST_RADICAND {
            return Err(Refusal::TooLarge);
        }
        let is_root = b != 0 && d > 1 && is_squarefree(d);
        match gcd(gcd(c, a), b) == 1 && quadratic == is_root {
            true => Ok(Real { a, b, d, c }),
            false => Err(damaged("a constant is not in lowest terms")),
        }
    }

    /// `TERM, SYSTEM`.
    pub(super) fn in_system(&mut self) -> Result<(Term, System), Refusal> {
        let term = self.term()?;
        self.words.expect(",")?;
        Ok((term, self.system()?))
    }

    fn system(&mut self) -> Result<System, Refusal> {
        let word = self.words.word();
        match word {
            "zeckendorf" => return Ok(System::Zeckendorf),
            "ternary_u" => return Ok(System::TernaryU),
            _ => self.words.expect("(")?,
        }
        let system = match word {
            "recurrence" => System::Recurrence(self.list(",", |line| line.words.positive())?),
            "base" => System::Base(self.words.positive()?),
            "p" => System::P(self.real()?),
            "q" => System::Q(self.real()?),
            _ => return Err(missing("a numeration system")),
        };
        self.words.expect(")").map(|()| system)
    }

    /// `of (TERM, …) in SYSTEM from START: ROW; …`, with the rows of a table.
    pub(super) fn automaton(&mut self) -> Result<Formula, Refusal> {
        self.words.expect("of")?;
        let terms = self.tuple()?;
        self.words.expect("in")?;
        let system = self.system()?;
        self.words.expect("from")?;
        let end = self.words.rest.find(')').ok_or_else(|| missing(")"))?;
        let (text, rest) = self.words.rest.split_at(end);
        self.words.rest = rest;
        let (start, rows) = match text.split_once(": ") {
            Some((start, rows)) => (start, rows.split("; ").collect()),
            None => (text, Vec::new()),
        };
        let start = number(start.trim_start())?;
        let places = Numeration::of(&system).map_or(1, |(numeration, _)| numeration.places());
        let (depth, mut lines) = (places * terms.len(), rows.iter());
        let next = || lines.next().copied().ok_or_else(|| missing("a node"));
        let table = Table {
            tracks: terms.len(),
            start,
            rows: read_rows(depth, start, rows.len(), next)?,
        };
        Ok(Formula::Automaton(terms, system, table))
    }

    /// `every place of (TERM, …) in SYSTEM with NAME, …: FORMULA`: the formula speaks of these names alone.
    pub(super) fn every_place(&mut self) -> Result<Formula, Refusal> {
        for word in ["every", "place", "of"] {
            self.words.expect(word)?;
        }
        let terms = self.tuple()?;
        self.words.expect("in")?;
        let system = self.system()?;
        self.words.expect("with")?;
        let outside = std::mem::take(&mut self.scope);
        let digits = self.list(",", |line| {
            let name = line.words.word();
            line.bind(name)
        })?;
        if digits.len() != terms.len() {
            return Err(damaged("there is not one digit for each number"));
        }
        self.words.expect(":")?;
        let body = Box::new(self.formula()?);
        self.scope = outside;
        Ok(Formula::EveryPlace(terms, system, digits, body))
    }
}

/// Does no square but 1 divide a positive number? Without its primes up to the cube root, what is
/// left has at most two primes.
fn is_squarefree(mut number: i64) -> bool {
    let mut prime = 2;
    while prime * prime * prime <= number {
        if number % prime == 0 {
            number /= prime;
            if number % prime == 0 {
                return false;
            }
        }
        prime += 1;
    }
    number == 1 || number.isqrt().pow(2) != number
}
