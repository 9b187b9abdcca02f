//! Formulas over tables: tables joined by `and` and `or`. Each occurrence of a table, perhaps negated, reads some tracks.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::table::{ALL, NONE, Table};

/// A formula over tables.
#[derive(Clone, Debug)]
pub enum TableFormula {
    Constant(bool),
    /// A table with the tracks that it reads, in its order; negated if the sign is `false`.
    Leaf(Rc<Table>, Vec<usize>, bool),
    And(Vec<TableFormula>),
    Or(Vec<TableFormula>),
}

impl TableFormula {
    pub fn leaf(table: Table, tracks: Vec<usize>) -> Self {
        match table.start {
            NONE => Self::Constant(false),
            ALL => Self::Constant(true),
            _ => Self::Leaf(Rc::new(table), tracks, true),
        }
    }

    pub fn and(parts: Vec<Self>) -> Self {
        Self::joined(parts, false)
    }

    pub fn or(parts: Vec<Self>) -> Self {
        Self::joined(parts, true)
    }

    fn joined(parts: Vec<Self>, deciding: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Constant(value) if value == deciding => return part,
                Self::Constant(_) => {}
                Self::And(inner) if !deciding => kept.extend(inner),
                Self::Or(inner) if deciding => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Self::Constant(!deciding),
            1 => kept.remove(0),
            _ if deciding => Self::Or(kept),
            _ => Self::And(kept),
        }
    }

    pub fn negated(&self) -> Self {
        let all = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Leaf(table, tracks, sign) => Self::Leaf(table.clone(), tracks.clone(), !sign),
            Self::And(parts) => Self::Or(all(parts)),
            Self::Or(parts) => Self::And(all(parts)),
        }
    }

    /// The same formula about the numbers on other tracks.
    pub fn renamed(&self, name: &impl Fn(usize) -> usize) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.renamed(name)).collect();
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Leaf(table, tracks, sign) => Self::Leaf(
                table.clone(),
                tracks.iter().map(|&track| name(track)).collect(),
                *sign,
            ),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
        }
    }

    /// The tracks that it reads.
    pub fn tracks(&self) -> BTreeSet<usize> {
        match self {
            Self::Constant(_) => BTreeSet::new(),
            Self::Leaf(_, tracks, _) => tracks.iter().copied().collect(),
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::tracks).collect(),
        }
    }
}
