//! The members of a claimed set, as families of tuples with numbers as parameters.

use automata::Track;
use logic::decide::DecideError;
use logic::lower::{Expression, Ir, TrackLowering};
use logic::{Piece, Set, Term, Variable};

/// The tuples for all values of some hidden numbers that meet a condition.
#[derive(Clone, Debug)]
pub(crate) struct TupleFamily {
    /// The place of its piece in the set.
    pub(crate) piece: usize,
    pub(crate) hidden: Vec<Track>,
    pub(crate) condition: Ir,
    pub(crate) tuple: Vec<Expression>,
    /// The variables of the piece with their values, for a counterexample.
    pub(crate) variables: Vec<(Variable, Expression)>,
}

impl TupleFamily {
    /// The families of a set. A single parameter is split into 0 and the others, counted from 1: the first row
    /// of a table often has a rule of its own, and floors of multiples become shifts.
    pub(crate) fn of_set(
        set: &Set,
        lowering: &TrackLowering<'_>,
    ) -> Result<Vec<Self>, DecideError> {
        let mut families = Vec::new();
        for (place, piece) in set.pieces.iter().enumerate() {
            match piece.variables.as_slice() {
                [variable] if !is_bare(piece) => {
                    let track = lowering.fresh();
                    let rest = Expression::track(track).offset(1)?;
                    for value in [Expression::constant(0), rest] {
                        let values = [(variable, value)];
                        families.extend(Self::of_piece(place, piece, lowering, &values)?);
                    }
                }
                variables => {
                    let values: Vec<(&Variable, Expression)> = variables
                        .iter()
                        .map(|v| (v, Expression::track(lowering.fresh())))
                        .collect();
                    families.extend(Self::of_piece(place, piece, lowering, &values)?);
                }
            }
        }
        Ok(families)
    }

    fn of_piece(
        place: usize,
        piece: &Piece,
        lowering: &TrackLowering<'_>,
        values: &[(&Variable, Expression)],
    ) -> Result<Vec<Self>, DecideError> {
        let mut lowering = lowering.clone();
        let mut hidden = Vec::new();
        for (variable, value) in values {
            lowering = lowering.with(variable, value.clone());
            value.tracks(&mut hidden);
        }
        let start = Self {
            piece: place,
            hidden,
            condition: lowering.formula(&piece.condition, true)?,
            tuple: Vec::new(),
            variables: values
                .iter()
                .map(|(variable, value)| ((*variable).clone(), value.clone()))
                .collect(),
        };
        let mut families = vec![start];
        for term in &piece.tuple {
            let cases = lowering.cases(term)?;
            let mut next = Vec::new();
            for (family, (guards, hidden, value)) in families
                .iter()
                .flat_map(|f| cases.iter().map(move |c| (f, c)))
            {
                let mut family = family.clone();
                family.condition = Ir::and([vec![family.condition], guards.clone()].concat());
                family.hidden.extend(hidden);
                family.tuple.push(value.clone());
                next.push(family);
            }
            families = next;
        }
        families.retain(|family| family.condition != Ir::Constant(false));
        Ok(families)
    }

    /// The same members, where a number that lies in a class of a large modulus is replaced by its place in the class.
    pub(crate) fn counted(mut self) -> Result<Self, DecideError> {
        let parts = self.condition.clone().conjuncts();
        for (index, part) in parts.iter().enumerate() {
            if let Some((track, members)) = part.large_class(&self.hidden)? {
                let mut others = parts.clone();
                others.remove(index);
                if let Some(counted) = self.replaced(Ir::and(others), track, &members)? {
                    self = counted;
                    return self.counted();
                }
            }
        }
        Ok(self)
    }

    /// The family with another condition and a value for a number; nothing if that cannot be put in everywhere.
    fn replaced(
        &self,
        condition: Ir,
        track: Track,
        value: &Expression,
    ) -> Result<Option<Self>, DecideError> {
        let put_in = |expression: &Expression| expression.substitute(track, value, 1);
        let tuple: Option<Vec<Expression>> =
            self.tuple.iter().map(put_in).collect::<Result<_, _>>()?;
        let values = self.variables.iter().map(|(_, value)| put_in(value));
        let values: Option<Vec<Expression>> = values.collect::<Result<_, _>>()?;
        let condition = condition.substitute(track, value, 1)?;
        let (Some(condition), Some(tuple), Some(values)) = (condition, tuple, values) else {
            return Ok(None);
        };
        let variables = self.variables.iter().map(|(variable, _)| variable.clone());
        Ok(Some(Self {
            condition,
            tuple,
            variables: variables.zip(values).collect(),
            ..self.clone()
        }))
    }
}

/// Is the tuple just the variables, so that the condition speaks of the components themselves?
fn is_bare(piece: &Piece) -> bool {
    piece
        .tuple
        .iter()
        .all(|term| matches!(term.unnamed(), Term::Variable(_)))
}
