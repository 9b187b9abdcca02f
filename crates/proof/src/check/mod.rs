//! The independent checker of certificates. It shares no code with the search for proofs.
//!
//! A certificate for `P = S` holds tables (automata) only: one for each quantified formula of the rules and for
//! each piece of `S`, and one for each way in which the strategy moves. The checker believes none of them:
//!
//! 1. the digits: for `α = [a; a, a, …]`, that `S(n − 1) + a` is `⌊nα⌋`, by a recursion that only the floors satisfy;
//! 2. every table of a formula says exactly what the formula says, in both directions;
//! 3. the members of `S` are positions;
//! 4. no move leads from `S` to `S`;
//! 5. every move of the strategy is a move of the rules into `S`, and it has one for every position outside `S`.
//!
//! Order, sums, remainders and floors are not read from the certificate but built from their definitions
//! (`machine`, `translate`). Whatever is not understood is refused. What is believed: that every natural number
//! has exactly one representation in an Ostrowski system (A. Ostrowski, 1922), and that a game in which every
//! move makes some pile smaller and none larger has exactly one set `S` with 4 and 5.

mod machine;
mod translate;

use std::fmt;
use std::rc::Rc;

use games::spec::{MoveRule, PileOrder, Spec};
use logic::{Comparison, Formula, Term, Variable};

use crate::certificate::Certificate;
pub use machine::Table;
use machine::{Digits, Form, Machine, Problem, TooLarge, Tree};
use translate::{Translation, plus, single};

/// Why a certificate was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

impl From<TooLarge> for Refusal {
    fn from(_: TooLarge) -> Self {
        Self::new("a search became too large")
    }
}

/// "Some numbers satisfy the matrix": what a table of a certificate stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The variables on whose values it depends; a table reads them in this order.
    pub free: Vec<Variable>,
    /// The variables that are quantified.
    pub bound: Vec<Variable>,
    /// What they must satisfy.
    pub matrix: Formula,
}

/// Accepts a certificate for the claim about the P-positions of a game, or says why not.
///
/// # Errors
/// If the certificate does not prove the claim.
pub fn check(spec: &Spec, certificate: &Certificate) -> Result<(), Refusal> {
    let digits = Digits(certificate.quotient);
    if certificate
        .quotient
        .is_some_and(|a| !(1..=100).contains(&a))
    {
        return Err(Refusal::new("an unknown numeration system"));
    }
    if digits.0.is_some() && !floors(digits)? {
        return Err(Refusal::new("the shifts of this system are not the floors"));
    }
    let checker = Checker {
        spec,
        digits,
        tables: tables(spec, digits, certificate)?,
    };
    checker.members_are_positions()?;
    checker.no_move_inside()?;
    checker.strategy(certificate)
}

/// The quantified formulas for which a certificate needs tables, inner ones first.
///
/// # Errors
/// If the game makes no claim about its P-positions.
pub fn definitions(spec: &Spec) -> Result<Vec<Definition>, Refusal> {
    let mut found = Vec::new();
    for formula in spec
        .moves
        .iter()
        .flat_map(|rule| &rule.clauses)
        .chain(&spec.ends)
    {
        collect(formula, spec.dimension(), &mut found)?;
    }
    collect(&claimed(spec)?, spec.dimension(), &mut found)?;
    Ok(found)
}

/// The formula that the piles before a move are a member of the claimed set.
fn claimed(spec: &Spec) -> Result<Formula, Refusal> {
    let set = spec
        .p_positions
        .as_ref()
        .ok_or_else(|| Refusal::new("the game claims no P-positions"))?;
    Ok(Formula::Member(
        (0..spec.dimension())
            .map(|pile| spec.before(pile).into())
            .collect(),
        set.clone(),
    ))
}

/// With `n = m + 1` and `k = S(m) + a − a·n`: `k` exists, and `⌊kα⌋ < n ≤ ⌊(k+1)α⌋` where the floors are taken from
/// the shifts. Since `α = a + 1/α`, and `k < n`, the only function with this property is the floor.
fn floors(digits: Digits) -> Result<bool, Refusal> {
    let a = digits.0.unwrap_or(0);
    let form = |parts: &[(usize, i64, i64)], constant: i64| Form {
        parts: parts.to_vec(),
        constant,
    };
    let (m, k, l) = (0, 1, 2);
    let mut numbers = Translation::new(digits, 0, &[], &[]);
    (0..3).for_each(|_| {
        numbers.track();
    });
    let recursion = numbers.leaf(Machine::Zero(form(&[(m, -a, 1), (k, -1, 0)], 0)));
    let above = numbers.leaf(Machine::NotNegative(form(&[(k, 0, 1), (m, -1, 0)], a - 1)));
    let before = numbers.leaf(Machine::Zero(form(&[(l, 1, 0), (k, -1, 0)], 1)));
    let below = numbers.leaf(Machine::NotNegative(form(&[(m, 1, 0), (l, 0, -1)], -a)));
    let not = |tree: Tree| Tree::Not(Box::new(tree));
    let wrong = Tree::Or(vec![not(above), Tree::And(vec![before, not(below)])]);
    let fails = numbers.finish(Tree::And(vec![recursion, wrong]));
    let mut every = Translation::new(digits, 0, &[], &[]);
    every.track();
    let mut some = Translation::new(digits, 0, &[], &[]);
    (0..2).for_each(|_| {
        some.track();
    });
    let exists = some.leaf(Machine::Zero(form(&[(m, -a, 1), (k, -1, 0)], 0)));
    let total = every
        .finish(Tree::Constant(true))
        .extends_to(&some.finish(exists), &[0])?;
    Ok(total && fails.is_impossible()?)
}

/// The tables of a certificate, each checked against its definition in both directions.
fn tables(
    spec: &Spec,
    digits: Digits,
    certificate: &Certificate,
) -> Result<Vec<(Definition, Rc<Table>)>, Refusal> {
    let definitions = definitions(spec)?;
    if definitions.len() != certificate.tables.len() {
        return Err(Refusal::new("the number of tables does not fit the game"));
    }
    let mut known: Vec<(Definition, Rc<Table>)> = Vec::new();
    for (definition, table) in definitions.into_iter().zip(&certificate.tables) {
        let table = Rc::new(valid(table, digits)?.clone());
        let variables = [definition.free.as_slice(), &definition.bound].concat();
        let count = definition.free.len();
        let matrix = |wrong: bool| -> Result<Problem, Refusal> {
            let mut both = Translation::new(digits, spec.dimension(), &variables, &known);
            let matrix = both.formula(&definition.matrix)?;
            let table = both.table(&table, (0..count).collect())?;
            let extra = if wrong {
                Tree::Not(Box::new(table))
            } else {
                Tree::Constant(true)
            };
            Ok(both.finish(Tree::And(vec![matrix, extra])))
        };
        let mut words = Translation::new(digits, spec.dimension(), &definition.free, &known);
        let accepted = words.table(&table, (0..count).collect())?;
        let visible: Vec<usize> = (0..count).collect();
        if !matrix(true)?.is_impossible()?
            || !words
                .finish(accepted)
                .extends_to(&matrix(false)?, &visible)?
        {
            return Err(Refusal::new("a table does not say what its formula says"));
        }
        known.push((definition, table));
    }
    Ok(known)
}

fn valid(table: &Table, digits: Digits) -> Result<&Table, Refusal> {
    let track = |node: usize| {
        if node < 2 {
            None
        } else {
            table.nodes.get(node - 2).map(|node| node.0)
        }
    };
    let known = |node: usize| node < 2 || node - 2 < table.nodes.len();
    let fits = |&(own, _, ref next): &(usize, bool, Vec<usize>)| {
        let after = (own + 1) % table.tracks.max(1);
        let right = |&node: &usize| known(node) && track(node).is_none_or(|track| track == after);
        own < table.tracks && next.len() == usize::from(digits.radix()) && next.iter().all(right)
    };
    let start = known(table.start) && track(table.start).is_none_or(|track| track == 0);
    if start && table.nodes.iter().all(fits) {
        Ok(table)
    } else {
        Err(Refusal::new("a table is damaged"))
    }
}

struct Checker<'a> {
    spec: &'a Spec,
    digits: Digits,
    tables: Vec<(Definition, Rc<Table>)>,
}

impl Checker<'_> {
    fn members_are_positions(&self) -> Result<(), Refusal> {
        let set = self
            .spec
            .p_positions
            .as_ref()
            .ok_or_else(|| Refusal::new("the game claims no P-positions"))?;
        for piece in &set.pieces {
            let mut negative: Vec<Formula> = Vec::new();
            for term in &piece.tuple {
                negative.push(Formula::Compare(
                    term.clone(),
                    Comparison::Less,
                    Term::integer(0),
                ));
            }
            if self.spec.piles.order == PileOrder::Sorted {
                let pairs = piece.tuple.windows(2);
                negative.extend(pairs.map(|pair| {
                    Formula::Compare(pair[0].clone(), Comparison::Greater, pair[1].clone())
                }));
            }
            let mut problem = Translation::new(
                self.digits,
                self.spec.dimension(),
                &piece.variables,
                &self.tables,
            );
            let wrong = problem.formula(&Formula::And(vec![
                piece.condition.clone(),
                Formula::Or(negative),
            ]))?;
            if !problem.finish(wrong).is_impossible()? {
                return Err(Refusal::new("a member of the set is not a position"));
            }
        }
        Ok(())
    }

    fn no_move_inside(&self) -> Result<(), Refusal> {
        for rule in &self.spec.moves {
            for order in self.orders() {
                let (mut problem, targets) = self.moves(&order);
                let parts = vec![
                    self.member(&mut problem, &self.befores())?,
                    self.member(&mut problem, &targets)?,
                    self.legal(&mut problem, rule)?,
                ];
                if !problem.finish(Tree::And(parts)).is_impossible()? {
                    return Err(Refusal::new(format!(
                        "{} leads from a member to a member",
                        rule.kind
                    )));
                }
            }
        }
        Ok(())
    }

    fn strategy(&self, certificate: &Certificate) -> Result<(), Refusal> {
        let mut all = self
            .moves(&(0..self.spec.dimension()).collect::<Vec<_>>())
            .0;
        let mut covered = Vec::new();
        for part in &certificate.parts {
            let table = Rc::new(valid(&part.table, self.digits)?.clone());
            let rule = self
                .spec
                .moves
                .get(part.rule)
                .ok_or_else(|| Refusal::new("an unknown kind of move"))?;
            if !self.orders().contains(&part.order) {
                return Err(Refusal::new("an arrangement that the game does not allow"));
            }
            let (mut problem, targets) = self.moves(&part.order);
            let both: Vec<usize> = (0..2 * self.spec.dimension()).collect();
            let chosen = problem.table(&table, both.clone())?;
            let good = Tree::And(vec![
                self.member(&mut problem, &targets)?,
                self.legal(&mut problem, rule)?,
            ]);
            if !problem
                .finish(Tree::And(vec![chosen, Tree::Not(Box::new(good))]))
                .is_impossible()?
            {
                return Err(Refusal::new(format!(
                    "a move of the strategy is not {} into the set",
                    rule.kind
                )));
            }
            covered.push(all.table(&table, both)?);
        }
        let piles: Vec<Variable> = (0..self.spec.dimension())
            .map(|pile| self.spec.before(pile))
            .collect();
        let mut open = Translation::new(self.digits, self.spec.dimension(), &piles, &self.tables);
        let own: Vec<usize> = (0..piles.len()).collect();
        let member = self.member(&mut open, &own)?;
        let mut parts = vec![Tree::Not(Box::new(member))];
        if self.spec.piles.order == PileOrder::Sorted {
            for pair in own.windows(2) {
                parts.push(open.leaf(Machine::NotNegative(plus(
                    &single(pair[1]),
                    -1,
                    &single(pair[0]),
                )?)));
            }
        }
        if open
            .finish(Tree::And(parts))
            .extends_to(&all.finish(Tree::Or(covered)), &self.befores())?
        {
            return Ok(());
        }
        Err(Refusal::new(
            "the strategy has no move for some position outside the set",
        ))
    }

    /// The tracks of the piles before a move: they alternate with those of the piles after it.
    fn befores(&self) -> Vec<usize> {
        (0..self.spec.dimension()).map(|pile| 2 * pile).collect()
    }

    /// A problem about a move: tracks for the piles before and after it, and, where the piles are rearranged, for
    /// the position after it. Returns the tracks of that position.
    fn moves(&self, order: &[usize]) -> (Translation<'_>, Vec<usize>) {
        let piles = (0..self.spec.dimension())
            .flat_map(|pile| [self.spec.before(pile), self.spec.after(pile)]);
        let mut problem = Translation::new(
            self.digits,
            self.spec.dimension(),
            &piles.collect::<Vec<_>>(),
            &self.tables,
        );
        let after = |pile: usize| 2 * pile + 1;
        if order.is_sorted() {
            return (problem, (0..order.len()).map(after).collect());
        }
        let targets: Vec<usize> = order.iter().map(|_| problem.track()).collect();
        for (pile, &place) in order.iter().enumerate() {
            let form = Form {
                parts: vec![(after(pile), 1, 0), (targets[place], -1, 0)],
                constant: 0,
            };
            let same = problem.leaf(Machine::Zero(form));
            problem.conditions.push(same);
        }
        (problem, targets)
    }

    /// The numbers on these tracks are a member of the claimed set.
    fn member(&self, problem: &mut Translation<'_>, tracks: &[usize]) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        for definition in Definition::of(&claimed(self.spec)?, self.spec.dimension())? {
            let found = self.tables.iter().find(|(known, _)| *known == definition);
            let (_, table) = found.ok_or_else(|| Refusal::new("a table is missing"))?;
            let used = definition
                .free
                .iter()
                .map(|pile| tracks[pile.id() as usize])
                .collect();
            parts.push(problem.table(table, used)?);
        }
        Ok(Tree::Or(parts))
    }

    /// No pile grows, some pile shrinks, the game has not ended, and the rule allows it.
    fn legal(&self, problem: &mut Translation<'_>, rule: &MoveRule) -> Result<Tree, Refusal> {
        let mut parts = Vec::new();
        let mut taken = Form {
            parts: Vec::new(),
            constant: -1,
        };
        for pile in 0..self.spec.dimension() {
            let difference = plus(&single(2 * pile), -1, &single(2 * pile + 1))?;
            taken = plus(&taken, 1, &difference)?;
            parts.push(problem.leaf(Machine::NotNegative(difference)));
        }
        parts.push(problem.leaf(Machine::NotNegative(taken)));
        for clause in &rule.clauses {
            parts.push(problem.formula(clause)?);
        }
        if let Some(ends) = &self.spec.ends {
            parts.push(Tree::Not(Box::new(problem.formula(ends)?)));
        }
        Ok(Tree::And(parts))
    }

    /// Where each pile may stand in the position after a move.
    fn orders(&self) -> Vec<Vec<usize>> {
        let count = self.spec.dimension();
        let identity: Vec<usize> = (0..count).collect();
        if self.spec.piles.order == PileOrder::Ordered {
            return vec![identity];
        }
        let mut orders = vec![Vec::new()];
        for _ in 0..count {
            let longer = orders.iter().flat_map(|order: &Vec<usize>| {
                identity
                    .iter()
                    .filter(|place| !order.contains(place))
                    .map(|&place| [order.as_slice(), &[place]].concat())
            });
            orders = longer.collect();
        }
        orders
    }
}

impl Definition {
    /// What an `exists` or a membership stands for: one definition for each piece of the set.
    fn of(formula: &Formula, dimension: usize) -> Result<Vec<Self>, Refusal> {
        let mut found = Vec::new();
        match formula {
            Formula::Exists(..) => {
                let (mut bound, mut body) = (Vec::new(), formula);
                while let Formula::Exists(variable, inner) = body {
                    bound.push(variable.clone());
                    body = inner;
                }
                found.push((bound, body.clone()));
            }
            Formula::Member(tuple, set) => {
                for piece in &set.pieces {
                    let pairs = tuple.iter().zip(&piece.tuple);
                    let equal = pairs.map(|(given, own)| {
                        Formula::Compare(given.clone(), Comparison::Equal, own.clone())
                    });
                    let matrix = Formula::And(
                        std::iter::once(piece.condition.clone())
                            .chain(equal)
                            .collect(),
                    );
                    found.push((piece.variables.clone(), matrix));
                }
            }
            _ => return Err(Refusal::new("not a quantified formula")),
        }
        let place = |variable: &Variable| match variable.id() as usize {
            id if id < 2 * dimension => (id % dimension, id / dimension),
            id => (id, 0),
        };
        let finish = |(bound, matrix): (Vec<Variable>, Formula)| {
            let mut free = Vec::new();
            variables(&matrix, &mut free);
            free.retain(|variable| !bound.contains(variable));
            free.sort_by_key(place);
            free.dedup();
            Self {
                free,
                bound,
                matrix,
            }
        };
        Ok(found.into_iter().map(finish).collect())
    }
}

/// Adds the definitions that a formula needs, inner ones first.
fn collect(
    formula: &Formula,
    dimension: usize,
    found: &mut Vec<Definition>,
) -> Result<(), Refusal> {
    match formula {
        Formula::Constant(_) | Formula::Compare(..) | Formula::Changes(..) => Ok(()),
        Formula::Not(inner) => collect(inner, dimension, found),
        Formula::And(parts) | Formula::Or(parts) => parts
            .iter()
            .try_for_each(|part| collect(part, dimension, found)),
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            collect(left, dimension, found)?;
            collect(right, dimension, found)
        }
        Formula::Named(_, inner) => collect(inner, dimension, found),
        Formula::Forall(variable, body) => {
            let opposite = Formula::Exists(variable.clone(), Box::new(Formula::Not(body.clone())));
            collect(&opposite, dimension, found)
        }
        Formula::Exists(..) | Formula::Member(..) => {
            for definition in Definition::of(formula, dimension)? {
                collect(&definition.matrix, dimension, found)?;
                if !found.contains(&definition) {
                    found.push(definition);
                }
            }
            Ok(())
        }
    }
}

/// The variables of a formula that are not quantified in it.
fn variables(formula: &Formula, found: &mut Vec<Variable>) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Compare(left, _, right) => [left, right]
            .into_iter()
            .for_each(|term| term_variables(term, found)),
        Formula::Changes(_, pairs) => {
            found.extend(pairs.iter().flat_map(|(a, b)| [a.clone(), b.clone()]))
        }
        Formula::Not(inner) => variables(inner, found),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| variables(part, found))
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) => {
            variables(left, found);
            variables(right, found);
        }
        Formula::Named(_, inner) => variables(inner, found),
        Formula::Exists(variable, body) | Formula::Forall(variable, body) => {
            let mut inner = Vec::new();
            variables(body, &mut inner);
            found.extend(inner.into_iter().filter(|other| other != variable));
        }
        Formula::Member(tuple, set) => {
            tuple.iter().for_each(|term| term_variables(term, found));
            for piece in &set.pieces {
                let mut inner = Vec::new();
                variables(&piece.condition, &mut inner);
                piece
                    .tuple
                    .iter()
                    .for_each(|term| term_variables(term, &mut inner));
                found.extend(
                    inner
                        .into_iter()
                        .filter(|other| !piece.variables.contains(other)),
                );
            }
        }
    }
}

fn term_variables(term: &Term, found: &mut Vec<Variable>) {
    match term {
        Term::Constant(_) => {}
        Term::Variable(variable) => found.push(variable.clone()),
        Term::Sum(parts) | Term::Minimum(parts) | Term::Maximum(parts) | Term::NimSum(parts) => {
            parts.iter().for_each(|part| term_variables(part, found));
        }
        Term::Scaled(_, inner)
        | Term::Absolute(inner)
        | Term::Modulo(inner, _)
        | Term::Quotient(inner, _) => {
            term_variables(inner, found);
        }
        Term::Floor(form) => form
            .parts
            .iter()
            .for_each(|(_, term)| term_variables(term, found)),
        Term::Choice(condition, yes, no) => {
            variables(condition, found);
            [yes, no]
                .into_iter()
                .for_each(|term| term_variables(term, found));
        }
        Term::Named(_, inner) => term_variables(inner, found),
    }
}
