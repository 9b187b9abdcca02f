//! Terms and conditions about numbered variables: made up, written down, and given a meaning of their own.

/// Made-up numbers that are the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number less than this.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Term {
    Number(i64),
    Variable(usize),
    Plus(Box<Term>, Box<Term>),
    Minus(Box<Term>, Box<Term>),
    Times(i64, Box<Term>),
    Modulo(Box<Term>, i64),
    Quotient(Box<Term>, i64),
    Minimum(Box<Term>, Box<Term>),
    Maximum(Box<Term>, Box<Term>),
    Distance(Box<Term>, Box<Term>),
    Choice(Box<Condition>, Box<Term>, Box<Term>),
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Always,
    Less(Term, Term),
    AtMost(Term, Term),
    Equal(Term, Term),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Term {
    /// A term about so many variables.
    pub(crate) fn random(dice: &mut Dice, variables: usize, depth: usize) -> Self {
        let variable = |dice: &mut Dice| Self::Variable(dice.below(variables as u64) as usize);
        if depth == 0 {
            return match dice.below(3) {
                0 => Self::Number(dice.below(5) as i64),
                _ => variable(dice),
            };
        }
        let kind = dice.below(10);
        let one = Box::new(Self::random(dice, variables, depth - 1));
        let mut other = || Box::new(Self::random(dice, variables, depth - 1));
        match kind {
            0 => Self::Plus(one, other()),
            1 => Self::Minus(one, other()),
            2 => Self::Times(1 + dice.below(3) as i64, one),
            3 | 4 => Self::Modulo(one, 2 + dice.below(4) as i64),
            5 => Self::Quotient(one, 2 + dice.below(2) as i64),
            6 => Self::Minimum(one, other()),
            7 => Self::Maximum(one, other()),
            8 => Self::Distance(one, other()),
            _ => {
                let other = other();
                let condition = Condition::random(dice, variables, depth - 1);
                Self::Choice(Box::new(condition), one, other)
            }
        }
    }

    /// A component of a row, which grows with its number or is a case of its own for one number.
    pub(crate) fn row(dice: &mut Dice) -> Self {
        let number = || Box::new(Self::Variable(0));
        let grown = Self::Times(1 + dice.below(3) as i64, number());
        let shift = Box::new(Self::Number(dice.below(3) as i64));
        let grown = Box::new(match dice.below(4) {
            0 => Self::Plus(Box::new(grown), shift),
            1 => Self::Minus(Box::new(grown), shift),
            2 => Self::Plus(
                Box::new(grown),
                Box::new(Self::Quotient(number(), 2 + dice.below(2) as i64)),
            ),
            _ => grown,
        });
        let special = Box::new(Self::Number(dice.below(9) as i64 - 2));
        let at = Self::Number(dice.below(6) as i64);
        match dice.below(4) {
            0 => Self::Distance(grown, Box::new(Self::Times(2, Box::new(at)))),
            1 => Self::Choice(
                Box::new(Condition::Equal(Self::Variable(0), at)),
                special,
                grown,
            ),
            2 => Self::Maximum(grown, special),
            _ => *grown,
        }
    }

    pub(crate) fn text(&self, names: &[String]) -> String {
        let t = |term: &Self| term.text(names);
        match self {
            Self::Number(number) if *number < 0 => format!("(0 - {})", -number),
            Self::Number(number) => number.to_string(),
            Self::Variable(index) => names[*index].clone(),
            Self::Plus(a, b) => format!("({} + {})", t(a), t(b)),
            Self::Minus(a, b) => format!("({} - {})", t(a), t(b)),
            Self::Times(k, a) => format!("({k}*{})", t(a)),
            Self::Modulo(a, k) => format!("({} mod {k})", t(a)),
            Self::Quotient(a, k) => format!("({} div {k})", t(a)),
            Self::Minimum(a, b) => format!("min({}, {})", t(a), t(b)),
            Self::Maximum(a, b) => format!("max({}, {})", t(a), t(b)),
            Self::Distance(a, b) => format!("|{} - {}|", t(a), t(b)),
            Self::Choice(c, a, b) => {
                format!("(if {} then {} else {})", c.text(names), t(a), t(b))
            }
        }
    }

    pub(crate) fn value(&self, at: &[i64]) -> i64 {
        let v = |term: &Self| term.value(at);
        match self {
            Self::Number(number) => *number,
            Self::Variable(index) => at[*index],
            Self::Plus(a, b) => v(a) + v(b),
            Self::Minus(a, b) => v(a) - v(b),
            Self::Times(k, a) => k * v(a),
            Self::Modulo(a, k) => v(a).rem_euclid(*k),
            Self::Quotient(a, k) => v(a).div_euclid(*k),
            Self::Minimum(a, b) => v(a).min(v(b)),
            Self::Maximum(a, b) => v(a).max(v(b)),
            Self::Distance(a, b) => (v(a) - v(b)).abs(),
            Self::Choice(c, a, b) => {
                if c.holds(at) {
                    v(a)
                } else {
                    v(b)
                }
            }
        }
    }
}

impl Condition {
    pub(crate) fn random(dice: &mut Dice, variables: usize, depth: usize) -> Self {
        let kind = if depth == 0 { 0 } else { dice.below(6) };
        if kind < 3 {
            let depth = depth.saturating_sub(1);
            let left = Term::random(dice, variables, depth);
            let right = Term::random(dice, variables, depth);
            return match dice.below(3) {
                0 => Self::Less(left, right),
                1 => Self::AtMost(left, right),
                _ => Self::Equal(left, right),
            };
        }
        let one = Box::new(Self::random(dice, variables, depth - 1));
        let mut other = || Box::new(Self::random(dice, variables, depth - 1));
        match kind {
            3 => Self::And(one, other()),
            4 => Self::Or(one, other()),
            _ => Self::Not(one),
        }
    }

    pub(crate) fn text(&self, names: &[String]) -> String {
        let t = |term: &Term| term.text(names);
        let c = |condition: &Self| condition.text(names);
        match self {
            Self::Always => "true".to_owned(),
            Self::Less(a, b) => format!("{} < {}", t(a), t(b)),
            Self::AtMost(a, b) => format!("{} <= {}", t(a), t(b)),
            Self::Equal(a, b) => format!("{} = {}", t(a), t(b)),
            Self::Not(a) => format!("(not ({}))", c(a)),
            Self::And(a, b) => format!("(({}) and ({}))", c(a), c(b)),
            Self::Or(a, b) => format!("(({}) or ({}))", c(a), c(b)),
        }
    }

    pub(crate) fn holds(&self, at: &[i64]) -> bool {
        match self {
            Self::Always => true,
            Self::Less(a, b) => a.value(at) < b.value(at),
            Self::AtMost(a, b) => a.value(at) <= b.value(at),
            Self::Equal(a, b) => a.value(at) == b.value(at),
            Self::Not(a) => !a.holds(at),
            Self::And(a, b) => a.holds(at) && b.holds(at),
            Self::Or(a, b) => a.holds(at) || b.holds(at),
        }
    }
}
