//! What a tree means, by plain loops over machine integers. Nothing of `lang`, `logic` or `games` is used.

use super::tree::*;

/// What names stand for at some place.
#[derive(Clone, Default)]
pub(crate) struct Place<'a> {
    pub piles: &'a [i128],
    pub after: &'a [i128],
    names: Vec<(&'a str, i128)>,
    locals: Vec<&'a Let>,
}

impl<'a> Place<'a> {
    /// A position, and what it becomes.
    pub(crate) fn of_move(piles: &'a [i128], after: &'a [i128]) -> Self {
        Self {
            piles,
            after,
            ..Self::default()
        }
    }

    /// A position.
    pub(crate) fn position(piles: &'a [i128]) -> Self {
        Self::of_move(piles, &[])
    }

    /// The same with one more name.
    pub(crate) fn with(&self, name: &'a str, value: i128) -> Self {
        let mut inner = self.clone();
        inner.names.push((name, value));
        inner
    }
}

/// floor((a + b·√root)·n/c + p/q)
fn rounded_down(value: Real, n: i128, plus: (i128, i128)) -> i128 {
    let (p, q) = plus;
    let (a, b) = (value.a * n * q + p * value.c, value.b * n * q);
    (a + root_times(b, value.root)).div_euclid(value.c * q)
}

/// floor(b·√root)
fn root_times(b: i128, root: i128) -> i128 {
    let square = b * b * root;
    let mut whole = 0;
    let mut bit = 1i128 << 40;
    while bit > 0 {
        if (whole + bit) * (whole + bit) <= square {
            whole += bit;
        }
        bit >>= 1;
    }
    match (b < 0, whole * whole == square) {
        (false, _) => whole,
        (true, true) => -whole,
        (true, false) => -whole - 1,
    }
}

impl Game {
    /// The value of a parameter.
    fn parameter(&self, name: &str) -> Option<i128> {
        let given = self.arguments.iter().chain(&self.parameters);
        given
            .clone()
            .find(|(other, _)| other == name)
            .map(|(_, value)| *value)
    }

    fn real(&self, factor: &Factor) -> Real {
        match factor {
            Factor::Written(value) => *value,
            Factor::Const(name) => {
                let mut consts = self.consts.iter();
                consts.find(|(other, _)| other == name).expect("a const").1
            }
        }
    }

    fn definition<'a>(&'a self, name: &str, place: &Place<'a>) -> (&'a Let, Option<usize>) {
        if let Some(at) = place.locals.iter().rposition(|local| local.name == name) {
            return (place.locals[at], Some(at));
        }
        (
            self.lets
                .iter()
                .find(|other| other.name == name)
                .expect("a let"),
            None,
        )
    }

    /// The place in which the body of a `let` is read: its arguments, and in a move what stands before it.
    fn called<'a>(
        &'a self,
        name: &str,
        arguments: &'a [Term],
        place: &Place<'a>,
    ) -> (&'a Body, Place<'a>) {
        let (definition, local) = self.definition(name, place);
        let mut inner = Place::of_move(place.piles, place.after);
        if let Some(at) = local {
            inner.locals = place.locals[..at].to_vec();
            // Only the index of the move is known to a `let` of the move.
            inner.names = place
                .names
                .iter()
                .filter(|(name, _)| name.starts_with(FAMILY))
                .copied()
                .collect();
        }
        for (name, argument) in definition.arguments.iter().zip(arguments) {
            inner.names.push((name, self.value(argument, place)));
        }
        (&definition.body, inner)
    }

    /// The value of a term.
    pub(crate) fn value<'a>(&'a self, term: &'a Term, place: &Place<'a>) -> i128 {
        let inside = |term: &'a Term| self.value(term, place);
        match term {
            Term::Number(value) => *value,
            Term::Name(name) => {
                let mut known = place.names.iter().rev();
                let known = known
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| *value);
                known
                    .or_else(|| self.parameter(name))
                    .expect("a known name")
            }
            Term::Pile(index, primed) => {
                let at = match index {
                    Index::Place(at) => *at,
                    Index::Variable(name) => {
                        let mut known = place.names.iter().rev();
                        let index = known.find(|(other, _)| other == name).expect("an index").1;
                        usize::try_from(index - 1).expect("a pile")
                    }
                };
                if *primed {
                    place.after[at]
                } else {
                    place.piles[at]
                }
            }
            Term::Call(name, arguments) => match self.called(name, arguments, place) {
                (Body::Term(term), inner) => self.value(term, &inner),
                (Body::Formula(_), _) => unreachable!("a formula where a number is wanted"),
            },
            Term::Sum(parts) => {
                let signed = |(added, part): &'a (bool, Term)| {
                    if *added { inside(part) } else { -inside(part) }
                };
                parts.iter().map(signed).sum()
            }
            Term::Times(k, inner) => k * inside(inner),
            Term::Round {
                up,
                factor,
                inner,
                plus,
            } => {
                let (value, n) = (self.real(factor), inside(inner));
                if *up {
                    -rounded_down(value, -n, (-plus.0, plus.1))
                } else {
                    rounded_down(value, n, *plus)
                }
            }
            Term::Mod(inner, k) => inside(inner).rem_euclid(*k),
            Term::Div(inner, k) => inside(inner).div_euclid(*k),
            Term::Absolute(inner) => inside(inner).abs(),
            Term::Least(terms) => terms.iter().map(inside).min().expect("a term"),
            Term::Greatest(terms) => terms.iter().map(inside).max().expect("a term"),
            Term::Choice(condition, yes, no) => {
                if self.holds(condition, place) {
                    inside(yes)
                } else {
                    inside(no)
                }
            }
            Term::Total(name, from, to, body) => {
                let indices = *from..=inside(to);
                indices
                    .map(|index| self.value(body, &place.with(name, index)))
                    .sum()
            }
            Term::NimSum => place.piles.iter().fold(0, |sum, pile| sum ^ pile),
            Term::Shifted {
                left,
                inner,
                numerals,
            } => numerals.shifted(*left, inside(inner)),
        }
    }

    /// Is a formula true?
    pub(crate) fn holds<'a>(&'a self, formula: &'a Formula, place: &Place<'a>) -> bool {
        let inside = |formula: &'a Formula| self.holds(formula, place);
        match formula {
            Formula::Truth(value) => *value,
            Formula::Compare(first, links) => {
                let mut left = self.value(first, place);
                links.iter().all(|(comparison, term)| {
                    let right = self.value(term, place);
                    let holds = compared(left, *comparison, right);
                    left = right;
                    holds
                })
            }
            Formula::Not(inner) => !inside(inner),
            Formula::And(parts) => parts.iter().all(inside),
            Formula::Or(parts) => parts.iter().any(inside),
            Formula::Implies(left, right) => !inside(left) || inside(right),
            Formula::Iff(left, right) => inside(left) == inside(right),
            Formula::In {
                tuple,
                negated,
                set,
            } => {
                let tuple: Vec<i128> = tuple.iter().map(|term| self.value(term, place)).collect();
                self.contains(set, &tuple, place) != *negated
            }
            Formula::Below {
                exists,
                names,
                strict,
                bound,
                body,
            } => {
                let end = self.value(bound, place) + i128::from(!strict);
                self.quantified(*exists, names, end, body, place)
            }
            Formula::Guarded {
                exists,
                name,
                a,
                b,
                bound,
                body,
            } => {
                let end = (self.value(bound, place) - b).div_euclid(*a) + 1;
                self.quantified(*exists, std::slice::from_ref(name), end, body, place)
            }
            Formula::All { .. } => unreachable!("only at the head of a theorem"),
            Formula::Over {
                exists,
                name,
                from,
                to,
                body,
            } => {
                let mut indices = *from..=self.value(to, place);
                let mut at = |index: i128| self.holds(body, &place.with(name, index));
                if *exists {
                    indices.any(&mut at)
                } else {
                    indices.all(&mut at)
                }
            }
            Formula::Changes(amount, count, places) => {
                let changed = |at: &usize| place.piles[*at] != place.after[*at];
                let changed = if places.is_empty() {
                    (0..place.piles.len()).filter(changed).count()
                } else {
                    places.iter().filter(|at| changed(at)).count()
                };
                match amount {
                    Amount::AtMost => changed <= *count,
                    Amount::Exactly => changed == *count,
                    Amount::AtLeast => changed >= *count,
                }
            }
            Formula::Digits(term, numerals, shape) => {
                numerals.has_shape(self.value(term, place), *shape)
            }
            Formula::EveryPlace(terms, numerals, rule) => {
                let numbers = terms.each_ref().map(|term| self.value(term, place));
                numerals.in_every_place(numbers, *rule)
            }
            Formula::Call(name, arguments) => match self.called(name, arguments, place) {
                (Body::Formula(formula), inner) => self.holds(formula, &inner),
                (Body::Term(_), _) => unreachable!("a number where a formula is wanted"),
            },
        }
    }

    fn quantified<'a>(
        &'a self,
        exists: bool,
        names: &'a [String],
        end: i128,
        body: &'a Formula,
        place: &Place<'a>,
    ) -> bool {
        let Some((name, rest)) = names.split_first() else {
            return self.holds(body, place);
        };
        let mut values = 0..end;
        let mut at = |value| self.quantified(exists, rest, end, body, &place.with(name, value));
        if exists {
            values.any(&mut at)
        } else {
            values.all(&mut at)
        }
    }

    /// Does a tuple belong to a set?
    pub(crate) fn contains<'a>(&'a self, set: &'a Set, tuple: &[i128], place: &Place<'a>) -> bool {
        set.iter().any(|part| match part {
            Part::Named(name) => {
                let (_, set) = self
                    .sets
                    .iter()
                    .find(|(other, _)| other == name)
                    .expect("a set");
                self.contains(set, tuple, &Place::default())
            }
            Part::Elements(elements) => elements.iter().any(|element| {
                element.len() == tuple.len()
                    && element
                        .iter()
                        .zip(tuple)
                        .all(|(term, value)| self.value(term, place) == *value)
            }),
            Part::Of(comprehension) => self.member(comprehension, tuple, place, 0),
        })
    }

    /// Is there a choice of the variables from `next` on that gives this tuple?
    fn member<'a>(
        &'a self,
        set: &'a Comprehension,
        tuple: &[i128],
        place: &Place<'a>,
        next: usize,
    ) -> bool {
        let Some(bound) = set.variables.get(next) else {
            let entry = |(entry, value): (&'a Entry, &i128)| self.entry(entry, place) == *value;
            return set.element.len() == tuple.len()
                && set.element.iter().zip(tuple).all(entry)
                && set
                    .conditions
                    .iter()
                    .all(|condition| self.holds(condition, place));
        };
        let most = match &bound.most {
            Some(most) => self.value(most, place),
            None => {
                let grows =
                    |entry: &Entry| entry.growing.iter().any(|(_, name)| *name == bound.name);
                let entries = set
                    .element
                    .iter()
                    .zip(tuple)
                    .filter(|(entry, _)| grows(entry));
                let most = entries
                    .map(|(entry, value)| value - self.value(&entry.base, place))
                    .min();
                most.expect("a variable without a largest value makes an entry grow")
            }
        };
        (bound.least..=most)
            .any(|value| self.member(set, tuple, &place.with(&bound.name, value), next + 1))
    }

    /// The value of an entry, once the variables are known.
    pub(crate) fn entry<'a>(&'a self, entry: &'a Entry, place: &Place<'a>) -> i128 {
        let named = |name: &str| {
            let mut known = place.names.iter().rev();
            known
                .find(|(other, _)| *other == name)
                .expect("a variable")
                .1
        };
        let growing = entry.growing.iter().map(|(growth, name)| match growth {
            Growth::Times(k) => k * named(name),
            Growth::Floor(factor) => rounded_down(self.real(factor), named(name), (0, 1)),
            Growth::Minus => -named(name),
        });
        growing.sum::<i128>() + self.value(&entry.base, place)
    }

    /// Does one kind of move, for one index of its family, lead from a position to a vector not yet sorted?
    fn allows(&self, rule: &Move, index: Option<i128>, piles: &[i128], after: &[i128]) -> bool {
        let mut place = Place::of_move(piles, after);
        if let (Some((name, _, _)), Some(index)) = (&rule.family, index) {
            place.names.push((name, index));
        }
        rule.clauses.iter().all(|clause| match clause {
            Clause::If(formula) | Clause::Holds(formula) => self.holds(formula, &place),
            Clause::Let(definition) => {
                place.locals.push(definition);
                true
            }
            Clause::To(terms) => terms
                .iter()
                .zip(after)
                .all(|(term, value)| self.value(term, &place) == *value),
        })
    }

    /// The kinds of move that lead from a position to a vector not yet sorted.
    fn kinds(&self, piles: &[i128], after: &[i128]) -> Vec<String> {
        let mut kinds = Vec::new();
        for rule in &self.moves {
            match &rule.family {
                None if self.allows(rule, None, piles, after) => kinds.push(rule.kind.clone()),
                None => {}
                Some((_, from, to)) => {
                    let indices =
                        (*from..=*to).filter(|index| self.allows(rule, Some(*index), piles, after));
                    kinds.extend(indices.map(|index| format!("{}_{index}", rule.kind)));
                }
            }
        }
        kinds
    }

    /// Is a vector a position?
    pub(crate) fn is_position(&self, piles: &[i128]) -> bool {
        let place = Place::position(piles);
        let positions = self.positions.as_ref();
        piles[..self.piles.sorted].is_sorted()
            && positions.is_none_or(|positions| self.holds(positions, &place))
    }

    /// Has the game ended at a position?
    fn ended(&self, piles: &[i128]) -> bool {
        let place = Place::position(piles);
        self.ends
            .as_ref()
            .is_some_and(|ends| self.holds(ends, &place))
    }

    /// The options of a position, each with the kinds of move that lead to it, sorted by the options.
    pub(crate) fn options(&self, piles: &[i128]) -> Vec<(Vec<i128>, Vec<String>)> {
        let mut options: std::collections::BTreeMap<Vec<i128>, Vec<String>> = Default::default();
        if self.ended(piles) {
            return Vec::new();
        }
        for after in below(piles) {
            if after == piles {
                continue;
            }
            let kinds = self.kinds(piles, &after);
            if kinds.is_empty() {
                continue;
            }
            let mut option = after;
            option[..self.piles.sorted].sort_unstable();
            if !self.is_position(&option) {
                continue;
            }
            let all = options.entry(option).or_default();
            all.extend(kinds);
        }
        let order = self.kind_order();
        for kinds in options.values_mut() {
            kinds.sort_by_key(|kind| order.iter().position(|other| other == kind));
            kinds.dedup();
        }
        options.into_iter().collect()
    }

    fn kind_order(&self) -> Vec<String> {
        let names = |rule: &Move| match &rule.family {
            None => vec![rule.kind.clone()],
            Some((_, from, to)) => (*from..=*to)
                .map(|index| format!("{}_{index}", rule.kind))
                .collect(),
        };
        self.moves.iter().flat_map(names).collect()
    }
}

/// How the index of a family of moves is named, so that a `let` of the move can be told to know it.
pub(crate) const FAMILY: char = 'j';

/// All vectors that are nowhere larger.
pub(crate) fn below(piles: &[i128]) -> Vec<Vec<i128>> {
    let mut all = vec![Vec::new()];
    for pile in piles {
        let longer = |front: &Vec<i128>| {
            let front = front.clone();
            (0..=*pile).map(move |last| front.iter().copied().chain([last]).collect::<Vec<_>>())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn compared(left: i128, comparison: Comparison, right: i128) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}
