//! Rules that are take-and-break rules, recognised from the structure of their formulas.
//!
//! The clauses of a rule are written as alternatives of comparisons. In each alternative it is decided, for every choice of the
//! parts that are empty, what each comparison says: about the number of tokens taken, which is the heap without its parts,
//! or about nothing that matters, or about two parts that may have to differ. Nothing is tried on numbers: where a
//! comparison says anything else, the rules are not recognised, and whoever asks goes through the formulas instead.

use logic::{Comparison, Formula, Piece, Set, Term, Variable};
use numeration::natural::Integer;

use super::take_and_break::{Leaving, TakeAndBreak};
use rules::splitting::{SplitRule, SplittingSpec};

/// More alternatives are not looked at.
const MOST_ALTERNATIVES: usize = 4096;
/// Larger numbers in the rules are not looked at.
const LARGEST: i64 = 1 << 16;
/// So many questions "may so many be taken in this alternative" are asked at most.
const MOST_QUESTIONS: i64 = 20_000_000;

impl TakeAndBreak {
    /// What may be left of a heap when so many are taken, if the rules say that and nothing else.
    pub fn of(rules: &SplittingSpec) -> Option<Self> {
        let mut cases = Vec::new();
        for rule in &rules.moves {
            let all = Formula::And(rule.clauses.to_vec());
            let mut numbers = RuleVariables {
                heap: rules.heap_variable(),
                parts: &rule.parts,
            };
            for alternative in numbers.alternatives(&all, true)? {
                cases.extend(cases_of(rule, &alternative)?);
            }
            if cases.len() > MOST_ALTERNATIVES {
                return None;
            }
        }
        let last = cases.iter().map(RuleAlternative::last).max().unwrap_or(0);
        let questions = i64::try_from(cases.len()).ok()?.checked_mul(2 * last + 4)?;
        if last > LARGEST || questions > MOST_QUESTIONS {
            return None;
        }
        // Parts with a larger sum than the heap are no taking.
        let gains = |case: &RuleAlternative| {
            case.parts > 1 && (-last - 1..0).any(|taken| case.allows(taken))
        };
        if cases.iter().any(gains) {
            return None;
        }
        let leaving = |taken: i64| {
            let allowed = cases.iter().filter(|case| case.allows(taken));
            allowed.fold(Leaving::default(), |all, case| all | case.leaving)
        };
        let digits = (0..=last).map(leaving).collect();
        Some(Self::new(digits, leaving(last + 1)))
    }
}

/// `heap·n + Σ parts·x + constant` compared with 0.
#[derive(Clone, Debug)]
struct Atom {
    heap: i64,
    parts: Vec<i64>,
    constant: i64,
    comparison: Comparison,
}

/// `factor·v + constant` compared with 0, for one number v.
#[derive(Clone, Copy, Debug)]
struct LinearCondition {
    factor: i64,
    constant: i64,
    comparison: Comparison,
}

impl LinearCondition {
    fn holds(self, value: i64) -> bool {
        let found = i128::from(self.factor) * i128::from(value) + i128::from(self.constant);
        self.comparison.holds(&found, &0)
    }

    /// From this number on, and from its negative downwards, the answer stays the same.
    fn settled(self) -> i64 {
        match self.factor {
            0 => 0,
            factor => self.constant.abs() / factor.abs() + 1,
        }
    }

    /// What it says of all numbers from a first one on, if that is the same of all.
    fn settled_from(self, first: i64) -> Option<bool> {
        // The answer changes at the zero of the linear form only.
        let zero = match self.factor {
            0 => 0,
            factor => (-self.constant).div_euclid(factor),
        };
        let near = (zero - 1..=zero + 2).filter(|value| *value >= first);
        let truth = self.holds(first);
        let same = near
            .chain([self.settled().max(first)])
            .all(|value| self.holds(value) == truth);
        same.then_some(truth)
    }
}

/// One way to leave parts: for which numbers of tokens taken, and what is left then.
struct RuleAlternative {
    taken: Vec<LinearCondition>,
    parts: usize,
    leaving: Leaving,
}

impl RuleAlternative {
    fn allows(&self, taken: i64) -> bool {
        self.taken.iter().all(|condition| condition.holds(taken))
    }

    /// For larger numbers the answer is the same.
    fn last(&self) -> i64 {
        let settled = self.taken.iter().map(|condition| condition.settled());
        settled.max().unwrap_or(0)
    }
}

/// The variables of a rule.
struct RuleVariables<'r> {
    heap: Variable,
    parts: &'r [Variable],
}

impl RuleVariables<'_> {
    /// The formula, or its negation, as alternatives of comparisons that must all hold.
    fn alternatives(&mut self, formula: &Formula, truth: bool) -> Option<Vec<Vec<Atom>>> {
        match formula {
            Formula::Constant(value) => Some(match *value == truth {
                true => vec![Vec::new()],
                false => Vec::new(),
            }),
            Formula::Named(_, inner) => self.alternatives(inner, truth),
            Formula::Not(inner) => self.alternatives(inner, !truth),
            Formula::And(parts) if truth => self.all(parts, true),
            Formula::And(parts) => self.any(parts, false),
            Formula::Or(parts) if truth => self.any(parts, true),
            Formula::Or(parts) => self.all(parts, false),
            Formula::Implies(left, right) => {
                let either = Formula::Or(vec![Formula::Not(left.clone()), (**right).clone()]);
                self.alternatives(&either, truth)
            }
            Formula::Iff(left, right) => {
                let not = |part: &Formula| Formula::Not(Box::new(part.clone()));
                let both = Formula::And(vec![(**left).clone(), (**right).clone()]);
                let neither = Formula::And(vec![not(left), not(right)]);
                self.alternatives(&Formula::Or(vec![both, neither]), truth)
            }
            Formula::Compare(left, comparison, right) => {
                let comparison = match truth {
                    true => *comparison,
                    false => comparison.negated(),
                };
                let mut atom = Atom {
                    heap: 0,
                    parts: vec![0; self.parts.len()],
                    constant: 0,
                    comparison,
                };
                self.add(left, 1, &mut atom)?;
                self.add(right, -1, &mut atom)?;
                Some(vec![vec![atom]])
            }
            Formula::Member(terms, set) => self.alternatives(&listed(terms, set)?, truth),
            Formula::Changes(..)
            | Formula::Exists(..)
            | Formula::Forall(..)
            | Formula::Digits(..) => None,
        }
    }

    fn any(&mut self, parts: &[Formula], truth: bool) -> Option<Vec<Vec<Atom>>> {
        let mut any = Vec::new();
        for part in parts {
            any.extend(self.alternatives(part, truth)?);
            if any.len() > MOST_ALTERNATIVES {
                return None;
            }
        }
        Some(any)
    }

    fn all(&mut self, parts: &[Formula], truth: bool) -> Option<Vec<Vec<Atom>>> {
        let mut all: Vec<Vec<Atom>> = vec![Vec::new()];
        for part in parts {
            let next = self.alternatives(part, truth)?;
            if all.len().checked_mul(next.len())? > MOST_ALTERNATIVES {
                return None;
            }
            let both = all
                .iter()
                .flat_map(|one| next.iter().map(move |two| (one, two)));
            all = both
                .map(|(one, two)| [one.as_slice(), two].concat())
                .collect();
        }
        Some(all)
    }

    /// Adds a multiple of a term to what is compared.
    fn add(&self, term: &Term, factor: i64, atom: &mut Atom) -> Option<()> {
        let added = |to: &mut i64, value: i64| {
            *to = to.checked_add(value).filter(|sum| sum.abs() <= LARGEST)?;
            Some(())
        };
        match term {
            Term::Constant(value) => {
                let value = small(value)?.checked_mul(factor)?;
                added(&mut atom.constant, value)
            }
            Term::Variable(variable) if *variable == self.heap => added(&mut atom.heap, factor),
            Term::Variable(variable) => {
                let place = self.parts.iter().position(|part| part == variable)?;
                added(&mut atom.parts[place], factor)
            }
            Term::Sum(parts) => parts
                .iter()
                .try_for_each(|part| self.add(part, factor, atom)),
            Term::Scaled(scale, inner) => {
                let factor = small(scale)?.checked_mul(factor)?;
                self.add(inner, factor, atom)
            }
            Term::Named(_, inner) => self.add(inner, factor, atom),
            _ => None,
        }
    }
}

fn small(value: &Integer) -> Option<i64> {
    let value = i64::try_from(value).ok()?;
    (value.checked_abs()? <= LARGEST).then_some(value)
}

/// "The terms are a tuple of the set", for a set that lists its tuples.
fn listed(terms: &[Term], set: &Set) -> Option<Formula> {
    let piece = |piece: &Piece| {
        let plain = piece.variables.is_empty() && piece.condition == Formula::Constant(true);
        let pairs = terms.iter().zip(&piece.tuple);
        let equal = pairs.map(|(term, entry)| term.clone().equals(entry.clone()));
        plain.then(|| Formula::And(equal.collect()))
    };
    let pieces = set.pieces.iter().map(piece);
    Some(Formula::Or(pieces.collect::<Option<Vec<_>>>()?))
}

/// What an alternative allows, for every choice of the parts that are empty; nothing if it says more than can be recognised.
fn cases_of(rule: &SplitRule, alternative: &[Atom]) -> Option<Vec<RuleAlternative>> {
    let mut cases = Vec::new();
    for pattern in 0..1_u32 << rule.parts.len() {
        let there: Vec<usize> = (0..rule.parts.len())
            .filter(|part| pattern & 1 << part != 0)
            .collect();
        let mut pattern = PartPattern {
            there,
            taken: Vec::new(),
            relations: Vec::new(),
        };
        let (mut possible, mut understood) = (true, true);
        for atom in alternative {
            match pattern.say(atom) {
                PatternVerdict::Nothing => {}
                PatternVerdict::False => possible = false,
                PatternVerdict::Unknown => understood = false,
            }
        }
        if possible && !understood {
            return None;
        }
        if possible && let Some(leaving) = pattern.leaving()? {
            cases.push(RuleAlternative {
                taken: pattern.taken,
                parts: pattern.there.len(),
                leaving,
            });
        }
    }
    Some(cases)
}

/// The parts that are not empty, and what is asked of them and of what is taken.
struct PartPattern {
    there: Vec<usize>,
    taken: Vec<LinearCondition>,
    /// Two parts, and how the first is to be compared with the second.
    relations: Vec<(usize, usize, Comparison)>,
}

/// What a comparison says of a pattern, besides what the pattern keeps of it.
enum PatternVerdict {
    Nothing,
    False,
    Unknown,
}

impl PatternVerdict {
    fn of(truth: Option<bool>) -> Self {
        match truth {
            Some(true) => Self::Nothing,
            Some(false) => Self::False,
            None => Self::Unknown,
        }
    }
}

impl PartPattern {
    fn say(&mut self, atom: &Atom) -> PatternVerdict {
        let condition = |factor| LinearCondition {
            factor,
            constant: atom.constant,
            comparison: atom.comparison,
        };
        let factors = self.there.iter().map(|part| (*part, atom.parts[*part]));
        let mentioned: Vec<(usize, i64)> = factors.filter(|(_, factor)| *factor != 0).collect();
        let all = mentioned.len() == self.there.len();
        // The heap without its parts is what is taken.
        if atom.heap != 0 && all && mentioned.iter().all(|(_, factor)| *factor == -atom.heap) {
            self.taken.push(condition(atom.heap));
            return PatternVerdict::Nothing;
        }
        // At least one token stays in each part, and a part is smaller than its heap.
        let smallest_heap = i64::try_from(self.there.len()).unwrap_or(i64::MAX);
        match (atom.heap, mentioned.as_slice()) {
            (0, []) => PatternVerdict::of(Some(condition(0).holds(0))),
            (heap, []) => PatternVerdict::of(condition(heap).settled_from(smallest_heap)),
            (0, [(_, factor)]) => PatternVerdict::of(condition(*factor).settled_from(1)),
            (heap, [(_, factor)]) if *factor == -heap => {
                PatternVerdict::of(condition(heap).settled_from(1))
            }
            (0, [(first, one), (second, two)]) if *one == -two && atom.constant == 0 => {
                let comparison = match *one > 0 {
                    true => atom.comparison,
                    false => atom.comparison.flipped(),
                };
                self.relations.push((*first, *second, comparison));
                PatternVerdict::Nothing
            }
            _ => PatternVerdict::Unknown,
        }
    }

    /// What is left in this pattern, if anything can be; nothing at all if that is not one of the kinds that have a name.
    fn leaving(&self) -> Option<Option<Leaving>> {
        match self.there.len() {
            0 => Some(Some(Leaving::NONE)),
            1 => Some(Some(Leaving::ONE)),
            2 => {
                let allowed = |left: u8, right: u8| {
                    let mut relations = self.relations.iter();
                    relations.all(|(_, _, comparison)| comparison.holds(&left, &right))
                };
                match (allowed(1, 2) || allowed(2, 1), allowed(1, 1)) {
                    (true, true) => Some(Some(Leaving::TWO)),
                    (true, false) => Some(Some(Leaving::UNEQUAL)),
                    (false, true) => None,
                    (false, false) => Some(None),
                }
            }
            3 if self.is_an_order() => Some(Some(Leaving::THREE)),
            _ => None,
        }
    }

    /// Do the relations ask for no more than an order of the parts, which any parts can be put in?
    fn is_an_order(&self) -> bool {
        let below = |relation: &(usize, usize, Comparison)| match relation {
            (first, second, Comparison::LessOrEqual) => Some((*first, *second)),
            (first, second, Comparison::GreaterOrEqual) => Some((*second, *first)),
            _ => None,
        };
        let Some(links) = self.relations.iter().map(below).collect::<Option<Vec<_>>>() else {
            return false;
        };
        // Some part has nothing below it, and so on with the others.
        let mut left = self.there.clone();
        while !left.is_empty() {
            let is_least = |part: &usize| {
                let mut links = links.iter();
                !links.any(|(low, high)| high == part && low != part && left.contains(low))
            };
            let Some(least) = left.iter().position(is_least) else {
                return false;
            };
            left.remove(least);
        }
        true
    }
}
