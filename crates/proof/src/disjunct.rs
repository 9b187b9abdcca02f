//! Formulas taken apart into alternatives, each a list of conditions on visible and hidden numbers.

use automata::Track;
use logic::arithmetic::LinearRelation;
use logic::decide::DecideError;
use logic::lower::{Expression, Ir};

/// Some numbers on the hidden tracks meet all conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Disjunct {
    pub(crate) hidden: Vec<Track>,
    pub(crate) parts: Vec<Ir>,
}

/// The conditions of a disjunct by kind.
pub(crate) struct DisjunctConditions<'a> {
    /// Those on hidden numbers and several visible ones.
    pub(crate) key: Vec<&'a Ir>,
    /// Those on hidden numbers and at most one visible one.
    pub(crate) guards: Vec<&'a Ir>,
    /// Those on visible numbers alone.
    pub(crate) visible: Vec<&'a Ir>,
}

/// More alternatives than this are not made; what is left is compiled as it stands.
const MOST: usize = 4096;

impl Disjunct {
    /// The alternatives of a formula. An `or` that concerns visible tracks only stays whole: it needs no
    /// projection, and its automaton is made once.
    pub(crate) fn all(ir: Ir) -> Result<Vec<Self>, DecideError> {
        let mut found = Vec::new();
        split(ir, &mut found)?;
        Ok(found.into_iter().map(Self::of).collect())
    }

    /// Is every condition of the other one also a condition of this one?
    pub(crate) fn implies(&self, other: &Self) -> bool {
        other.hidden.iter().all(|track| self.hidden.contains(track))
            && other.parts.iter().all(|part| self.parts.contains(part))
    }

    /// Several disjuncts instead of one in which hidden numbers have alternatives.
    pub(crate) fn alternatives(&self) -> Result<Option<Vec<Self>>, DecideError> {
        let hidden = |part: &Ir| self.hidden.iter().any(|&track| part.mentions(track));
        let wide = |part: &&Ir| matches!(part, Ir::Or(_)) && hidden(part);
        let Some(Ir::Or(alternatives)) = self.parts.iter().find(wide) else {
            return Ok(None);
        };
        let rest = self.parts.iter().filter(|part| !wide(part));
        let rest: Vec<Ir> = rest.cloned().collect();
        let others = self.parts.iter().filter(wide).skip(1).cloned();
        let rest = [rest, others.collect()].concat();
        let mut found = Vec::new();
        for alternative in alternatives {
            let body = Ir::and([rest.clone(), vec![alternative.clone()]].concat());
            found.extend(Self::all(Ir::exists(self.hidden.clone(), body)?)?);
        }
        Ok(Some(found))
    }

    /// The two parts of a choice between something about visible numbers alone and something about hidden ones.
    pub(crate) fn visible_choice(&self) -> Option<[Self; 2]> {
        let hides = |part: &Ir| self.hidden.iter().any(|&track| part.mentions(track));
        for (index, part) in self.parts.iter().enumerate() {
            let Ir::Or(alternatives) = part else {
                continue;
            };
            let (hidden, visible): (Vec<Ir>, Vec<Ir>) =
                alternatives.iter().cloned().partition(|part| hides(part));
            if hidden.is_empty() || visible.is_empty() {
                continue;
            }
            return Some([visible, hidden].map(|alternatives| {
                let mut parts = self.parts.clone();
                parts[index] = Ir::or(alternatives);
                Self {
                    hidden: self.hidden.clone(),
                    parts: Ir::and(parts).conjuncts(),
                }
            }));
        }
        None
    }

    /// The conditions by kind; nothing if none is wide, or no other speaks of hidden numbers.
    pub(crate) fn key(&self) -> Option<DisjunctConditions<'_>> {
        let hides = |part: &&Ir| self.hidden.iter().any(|&track| part.mentions(track));
        let (about, visible): (Vec<&Ir>, Vec<&Ir>) = self.parts.iter().partition(hides);
        let wide = |part: &&Ir| {
            let tracks = part.free_tracks().into_iter();
            tracks.filter(|track| !self.hidden.contains(track)).count() > 1
        };
        let (key, guards): (Vec<&Ir>, Vec<&Ir>) = about.into_iter().partition(wide);
        (!key.is_empty() && !guards.is_empty()).then_some(DisjunctConditions {
            key,
            guards,
            visible,
        })
    }

    /// How dear it looks: hidden numbers, equations for them, floors, conditions.
    pub(crate) fn cost(&self) -> (usize, usize, usize, usize) {
        let hidden = |part: &Ir| self.hidden.iter().any(|&track| part.mentions(track));
        let equations = self
            .parts
            .iter()
            .filter(|part| matches!(part, Ir::Compare(_, LinearRelation::Zero)) && hidden(part));
        let floors = self.parts.iter().filter(|part| has_floors(part));
        (
            self.hidden.len(),
            equations.count(),
            floors.count(),
            self.parts.len(),
        )
    }

    fn of(ir: Ir) -> Self {
        let mut result = Self {
            hidden: Vec::new(),
            parts: Vec::new(),
        };
        for part in ir.conjuncts() {
            match part {
                Ir::Exists(tracks, body)
                    if tracks.iter().all(|track| !result.hidden.contains(track)) =>
                {
                    result.hidden.extend(tracks);
                    result.parts.extend(body.conjuncts());
                }
                other => result.parts.push(other),
            }
        }
        result
    }
}

fn has_floors(part: &Ir) -> bool {
    match part {
        Ir::Compare(expression, _) => expression.quotients.len() > 1,
        Ir::Congruent(expression, ..) => !expression.quotients.is_empty(),
        _ => false,
    }
}

fn split(ir: Ir, found: &mut Vec<Ir>) -> Result<(), DecideError> {
    match ir {
        Ir::Constant(false) => Ok(()),
        Ir::Or(parts) => {
            for part in alike(parts) {
                match part {
                    Ir::Or(parts) => found.push(Ir::Or(parts)),
                    other => split(other, found)?,
                }
            }
            Ok(())
        }
        Ir::Exists(tracks, body) => {
            let mut parts = body.conjuncts();
            let is_wide =
                |part: &Ir| is_wide(part) && tracks.iter().any(|&track| part.mentions(track));
            match parts.iter().position(is_wide) {
                Some(index) if found.len() < MOST => {
                    let alternatives = alternatives(parts.remove(index));
                    alternatives.into_iter().try_for_each(|alternative| {
                        let body = Ir::and([parts.clone(), vec![alternative]].concat());
                        split(Ir::exists(tracks.clone(), body)?, found)
                    })
                }
                _ => {
                    found.push(Ir::Exists(tracks, Box::new(Ir::and(parts))));
                    Ok(())
                }
            }
        }
        Ir::And(mut parts) => {
            let Some(index) = parts.iter().position(hides) else {
                found.push(Ir::And(parts));
                return Ok(());
            };
            let mut inner = Vec::new();
            split(parts.remove(index), &mut inner)?;
            for alternative in inner {
                // Whatever else hides numbers stays a condition of its own, with its numbers hidden inside.
                match Ir::and([parts.clone(), vec![alternative]].concat()) {
                    Ir::Constant(false) => {}
                    other => found.push(other),
                }
            }
            Ok(())
        }
        other => {
            found.push(other);
            Ok(())
        }
    }
}

/// Alternatives on visible tracks that differ in constants only are one: their automata have much in common.
fn alike(parts: Vec<Ir>) -> Vec<Ir> {
    let mut groups: Vec<(Vec<Expression>, Vec<Ir>)> = Vec::new();
    let mut others = Vec::new();
    for part in parts {
        match shape(&part) {
            None => others.push(part),
            Some(shape) => match groups.iter_mut().find(|(other, _)| *other == shape) {
                Some((_, group)) => group.push(part),
                None => groups.push((shape, vec![part])),
            },
        }
    }
    let groups = groups.into_iter().map(|(_, group)| Ir::or(group));
    groups.chain(others).collect()
}

/// The expressions of a conjunction of constraints, without their constants.
fn shape(part: &Ir) -> Option<Vec<Expression>> {
    let expressions = part.clone().conjuncts().into_iter().map(|part| match part {
        Ir::Compare(mut e, _) | Ir::Congruent(mut e, ..) => {
            e.linear.constant = 0;
            for (_, division) in &mut e.quotients {
                division.form.constant = 0;
            }
            Some(e)
        }
        _ => None,
    });
    let mut expressions = expressions.collect::<Option<Vec<_>>>()?;
    expressions.sort();
    expressions.dedup();
    Some(expressions)
}

fn alternatives(ir: Ir) -> Vec<Ir> {
    match ir {
        Ir::Or(parts) => parts,
        other => vec![other],
    }
}

/// An `or` that hides numbers, or speaks of more tracks than one automaton should read: of more than three, or of three where each
/// alternative speaks of fewer.
fn is_wide(part: &Ir) -> bool {
    let Ir::Or(alternatives) = part else {
        return false;
    };
    let tracks = part.free_tracks().len();
    let narrow = |alternative: &Ir| {
        let parts = alternative.clone().conjuncts();
        parts.iter().all(|part| part.free_tracks().len() < tracks)
    };
    hides(part) || tracks > 3 || tracks == 3 && alternatives.iter().all(narrow)
}

fn hides(part: &Ir) -> bool {
    match part {
        Ir::Exists(..) => true,
        Ir::And(parts) | Ir::Or(parts) => parts.iter().any(hides),
        _ => false,
    }
}
