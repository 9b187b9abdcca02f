//! The number of a set of positions: how many classes a game with these P-positions needs at least.
//!
//! The *game-invariance number* of a set S of vectors is the least k such that a k-invariant game has the P-positions S. It is
//! at most 2 for every S with 0: let there be no move from S and every move from outside S. And it is 1 if and only if S is
//! the set of P-positions of the game whose moves are all vectors that are no difference of two members of S. For let an
//! invariant game with the moves M have the P-positions S. Then no difference s − s' is in M, or it would lead from s to s'. So M is
//! a part of the moves of the other game, where a position outside S keeps its move into S; and that has no move within S. ∎
//!
//! [`maximal`] is that other game, with S for its claim: to be proved, or refuted. [`obstruction`] looks on a board for a
//! position that refutes it, from which everything that would have to be taken is a difference of two members.

use std::collections::{HashMap, HashSet};

use logic::fold::Substitution;
use logic::visit::FormulaPart;
use logic::watch::{Stopped, Watch};
use logic::{Formula, Piece, Set, Term, Variable};

use rules::arrangement::{arrangements, orders};
use rules::narrow;
use rules::ruleset::Kind;
use rules::spec::{MoveRule, PileOrder, Piles, Spec};

/// The game on piles with places whose moves are all vectors that are no difference of two claimed P-positions of a game, with
/// the same claim; sorted piles stand for all their arrangements. Nothing for a game that claims no P-positions.
pub fn maximal(spec: &Spec) -> Option<Spec> {
    let claim = spec.p_positions.as_ref()?;
    let mut fresh = FreshVariables::above(spec, claim);
    let arranged = match spec.piles.order {
        PileOrder::Ordered => claim.pieces.clone(),
        order => all_arrangements(claim, order, &mut fresh),
    };
    let set = Set::new("S", claim.arity, arranged);
    let taken: Vec<Term> = (0..spec.dimension())
        .map(|pile| Term::from(spec.before(pile)) - spec.after(pile))
        .collect();
    let mut clauses = Vec::new();
    for upper in &set.pieces {
        for lower in &set.pieces {
            clauses.push(!is_difference(&taken, upper, lower, &mut fresh));
        }
    }
    let piles = Piles {
        order: PileOrder::Ordered,
        ..spec.piles.clone()
    };
    Some(Spec {
        piles,
        moves: vec![MoveRule {
            kind: Kind::from("any"),
            caption: Some("any vector that is no difference of two P-positions".to_owned()),
            clauses: clauses.into(),
        }],
        domain: None,
        ends: None,
        blocking: 0,
        p_positions: Some(set),
        misere_p_positions: None,
        nim_values: Vec::new(),
        theorems: Vec::new(),
        ..spec.clone()
    })
}

/// Numbers for variables that no other place binds.
struct FreshVariables(u32);

impl FreshVariables {
    fn above(spec: &Spec, claim: &Set) -> Self {
        let mut least = narrow::count(2 * spec.dimension());
        for piece in &claim.pieces {
            let parts = piece.tuple.iter().map(FormulaPart::Term);
            for part in parts.chain([FormulaPart::Formula(&piece.condition)]) {
                part.any(|part| {
                    if let FormulaPart::Term(Term::Variable(variable))
                    | FormulaPart::Formula(
                        Formula::Exists(variable, _) | Formula::Forall(variable, _),
                    ) = part
                    {
                        least = least.max(variable.id().saturating_add(1));
                    }
                    false
                });
            }
            let variables = piece.variables.iter().map(Variable::id);
            least = variables.fold(least, |least, id| least.max(id.saturating_add(1)));
        }
        Self(least)
    }

    /// The same piece with other variables.
    fn copy(&mut self, piece: &Piece) -> Piece {
        let variables: Vec<Variable> = piece
            .variables
            .iter()
            .map(|variable| {
                self.0 = self.0.saturating_add(1);
                Variable::new(self.0 - 1, variable.name())
            })
            .collect();
        let pairs = piece.variables.iter().cloned();
        let put = Substitution::new(pairs.zip(variables.iter().map(Term::from)));
        Piece {
            tuple: piece.tuple.iter().map(|term| put.term(term)).collect(),
            condition: put.formula(&piece.condition),
            variables,
        }
    }
}

/// Every arrangement of the members of a set.
fn all_arrangements(set: &Set, order: PileOrder, fresh: &mut FreshVariables) -> Vec<Piece> {
    let orders = orders(set.arity, order);
    let mut pieces = Vec::new();
    for piece in &set.pieces {
        for order in &orders {
            let mut piece = fresh.copy(piece);
            let tuple = order.iter().map(|&place| piece.tuple[place].clone());
            piece.tuple = tuple.collect();
            pieces.push(piece);
        }
    }
    pieces
}

/// "The vector is the difference of a member of one piece and a member of another."
fn is_difference(
    taken: &[Term],
    upper: &Piece,
    lower: &Piece,
    fresh: &mut FreshVariables,
) -> Formula {
    let (upper, lower) = (fresh.copy(upper), fresh.copy(lower));
    let entries = upper.tuple.iter().zip(&lower.tuple);
    let equal = taken
        .iter()
        .zip(entries)
        .map(|(taken, (upper, lower))| taken.clone().equals(upper.clone() - lower.clone()));
    let conditions = [upper.condition, lower.condition];
    let body = Formula::all(equal.chain(conditions).filter(|part| *part != TRUE));
    let variables = upper.variables.iter().chain(&lower.variables);
    variables.fold(body, |body, variable| Formula::exists(variable, body))
}

const TRUE: Formula = Formula::Constant(true);

/// A position outside a set from which every vector into the set is a difference of two members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// The position.
    pub position: Vec<u32>,
    /// For each member below it: the member, and two members with the same difference.
    pub blocked: Vec<[Vec<u32>; 3]>,
}

/// The first obstruction with every pile at most `max`, those with a smaller sum first, given all members of the set with piles up to
/// `max` and perhaps others, whose differences count too.
///
/// # Errors
/// If the watch stops the work.
pub fn obstruction(
    dimension: usize,
    max: u32,
    members: &[Vec<u32>],
    watch: &dyn Watch,
) -> Result<Option<Obstruction>, Stopped> {
    let mut differences: HashMap<Vec<u32>, (usize, usize)> = HashMap::new();
    for (place, upper) in members.iter().enumerate() {
        watch.check()?;
        for (other, lower) in members.iter().enumerate() {
            if let Some(difference) = minus(upper, lower)
                && difference.iter().all(|entry| *entry <= max)
            {
                differences.entry(difference).or_insert((place, other));
            }
        }
    }
    let inside: HashSet<&Vec<u32>> = members.iter().collect();
    for position in by_sum(dimension, max) {
        watch.check()?;
        if inside.contains(&position) {
            continue;
        }
        let below = members
            .iter()
            .filter_map(|member| Some((member, minus(&position, member)?)));
        let blocked: Option<Vec<[Vec<u32>; 3]>> = below
            .map(|(member, taken)| {
                let (upper, lower) = *differences.get(&taken)?;
                Some([
                    member.clone(),
                    members[upper].clone(),
                    members[lower].clone(),
                ])
            })
            .collect();
        if let Some(blocked) = blocked {
            return Ok(Some(Obstruction { position, blocked }));
        }
    }
    Ok(None)
}

fn minus(x: &[u32], y: &[u32]) -> Option<Vec<u32>> {
    x.iter().zip(y).map(|(x, y)| x.checked_sub(*y)).collect()
}

/// The vectors with entries up to `max`, by their sums, then in lexicographic order.
fn by_sum(dimension: usize, max: u32) -> impl Iterator<Item = Vec<u32>> {
    let most = max.saturating_mul(narrow::count(dimension));
    (0..=most).flat_map(move |sum| with_sum(dimension, max, sum))
}

fn with_sum(dimension: usize, max: u32, sum: u32) -> Vec<Vec<u32>> {
    match dimension {
        0 => Vec::new(),
        1 if sum <= max => vec![vec![sum]],
        1 => Vec::new(),
        _ => {
            let first = 0..=max.min(sum);
            first
                .flat_map(|first| {
                    let rest = with_sum(dimension - 1, max, sum - first).into_iter();
                    rest.map(move |rest| [vec![first], rest].concat())
                })
                .collect()
        }
    }
}

/// The members of a set of P-positions with their places: sorted piles in every arrangement.
pub fn with_places(order: PileOrder, members: impl Iterator<Item = Vec<u32>>) -> Vec<Vec<u32>> {
    match order {
        PileOrder::Ordered => members.collect(),
        order => members
            .flat_map(|piles| arrangements(&piles, order))
            .collect(),
    }
}
