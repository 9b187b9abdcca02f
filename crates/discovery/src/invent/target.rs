//! The P-positions for which rules are wanted.
//!
//! They are the claim of a file whose moves nobody looks at, or rows that are given by their columns. Rows stand for all their
//! arrangements: where a claim holds every arrangement of its rows, the piles are sorted, and each row is written once.

use std::collections::BTreeSet;

use lang::ast::{Expr, ExprKind, GameFile, Item, ItemKind, SetPart, TupleEntry};
use lang::print::formula;
use lang::{CompanionFiles, Diagnostics};
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::Unwatched;
use logic::{Term, Variable};
use numeration::natural::Integer;
use rules::spec::{PileOrder, Spec};
use thiserror::Error;

use crate::pieces::{set_of, tuple};
use crate::redundant::claim_of;
use crate::rules::{fresh, unused, words};

/// P-positions for which rules are wanted.
#[derive(Clone, Debug)]
pub struct Target {
    tree: GameFile,
    text: String,
    beside: CompanionFiles,
    words: BTreeSet<String>,
    spec: Spec,
    pieces: Option<Vec<TargetPiece>>,
}

/// Tuples with a condition on their variables, or a single tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TargetPiece {
    entries: Vec<String>,
    condition: Option<String>,
}

impl TargetPiece {
    fn mirrored(&self) -> Self {
        Self {
            entries: self.entries.iter().rev().cloned().collect(),
            condition: self.condition.clone(),
        }
    }
}

/// Rows with a number: all P-positions are arrangements of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetRows {
    /// The number.
    pub variable: String,
    /// The columns, as terms.
    pub columns: Vec<String>,
    /// Is the row with the number 0 given by the terms? Otherwise it is that of zeros.
    pub from_zero: bool,
}

/// Why nothing can be looked for.
#[derive(Clone, Debug, Error)]
pub enum TargetError {
    /// The text cannot be read.
    #[error("{0}")]
    Unreadable(#[from] Diagnostics),
    /// There is nothing to look for.
    #[error("the file claims no P-positions; write `P = {{ … }}` or `P when …` into it")]
    NoClaim,
    /// Rules are looked for where every vector is a position.
    #[error("rules are looked for where every vector is a position, and not with `positions when`")]
    Domain,
    /// The first position has no move, so that it is a P-position of every game.
    #[error(
        "{0} is a P-position of every game, since no move leads from it, and it is not among these"
    )]
    NotZero(String),
    /// A column has no terms, or there are too many.
    #[error("{0}")]
    Columns(String),
}

/// No more columns can be given.
const MOST_COLUMNS: usize = 6;
/// So many rows are looked at.
const ROWS_SEEN: u32 = 200;

impl Target {
    /// The claim of a file.
    ///
    /// # Errors
    /// If there is none, or no game can have it.
    pub fn of_tree(tree: &GameFile, beside: &CompanionFiles) -> Result<Self, TargetError> {
        let has = |wanted: fn(&ItemKind) -> bool| tree.items.iter().any(|i| wanted(&i.kind));
        if !has(|kind| matches!(kind, ItemKind::PPositions(_) | ItemKind::PWhen(_))) {
            return Err(TargetError::NoClaim);
        }
        if has(|kind| matches!(kind, ItemKind::Positions(_))) {
            return Err(TargetError::Domain);
        }
        let mut bare = GameFile {
            items: tree.items.iter().filter(|i| wanted(i)).cloned().collect(),
            ..tree.clone()
        };
        while let Some(place) = unused(&bare) {
            bare.items.remove(place);
        }
        let target = Self::of_bare(bare, beside)?;
        match target.has_zero() {
            true => Ok(target.sorted().unwrap_or(target)),
            false => Err(TargetError::NotZero(target.zero())),
        }
    }

    fn of_bare(tree: GameFile, beside: &CompanionFiles) -> Result<Self, Diagnostics> {
        let text = lang::print(&tree);
        let game = format!("{text}\nmove none: false\n");
        let opened = lang::open_beside(&game, "P-positions", beside, |_| Vec::new())?;
        Ok(Self {
            words: words(&text),
            pieces: pieces(&tree),
            beside: beside.clone(),
            spec: opened.spec,
            tree,
            text,
        })
    }

    /// The same with sorted piles, if the claim holds both arrangements of each tuple.
    fn sorted(&self) -> Option<Self> {
        let [first, second] = self.piles()[..] else {
            return None;
        };
        if self.spec.piles.order != PileOrder::Ordered {
            return None;
        }
        let kept = one_of_each(self.pieces.as_deref()?)?;
        let header = self.header();
        let definitions = self.definitions();
        let piles = format!("piles {first} <= {second}\n");
        for rows in [
            kept.clone(),
            kept.iter().map(TargetPiece::mirrored).collect(),
        ] {
            let claim = format!("P = {}\n", text_of(&rows, false));
            let tree = lang::parse(
                &[&header, &piles, &definitions, &claim]
                    .map(String::as_str)
                    .concat(),
            );
            let sorted = tree
                .ok()
                .and_then(|tree| Self::of_bare(tree, &self.beside).ok());
            if let Some(sorted) = sorted.filter(Self::has_sorted_rows) {
                return Some(sorted);
            }
        }
        None
    }

    /// Is every member of the claim sorted, as far as it is looked at?
    fn has_sorted_rows(&self) -> bool {
        let pieces = self.spec.p_positions.iter().flat_map(|claim| &claim.pieces);
        pieces.into_iter().all(|piece| {
            let row = |n| {
                let mut known = Assignment::new();
                for variable in &piece.variables {
                    known.set(variable, Integer::from(n));
                }
                let evaluator = Evaluator::new(&Unwatched);
                let values = piece
                    .tuple
                    .iter()
                    .map(|term| evaluator.value(term, &known).ok());
                values.collect::<Option<Vec<Integer>>>()
            };
            let last = if piece.variables.is_empty() {
                0
            } else {
                ROWS_SEEN
            };
            piece.variables.len() < 2
                && (0..=last).all(|n| row(n).is_some_and(|row| row.is_sorted()))
        })
    }

    /// Rows that are given by their columns, terms in n; the row with the number 0 is that of zeros.
    ///
    /// # Errors
    /// If a term cannot be read, or the rows are no positions.
    pub fn of_columns(columns: &[String]) -> Result<Self, TargetError> {
        if !(1..=MOST_COLUMNS).contains(&columns.len()) {
            return Err(TargetError::Columns(format!(
                "from 1 to {MOST_COLUMNS} columns are looked at, and not {}",
                columns.len()
            )));
        }
        let terms: Vec<Term> = columns
            .iter()
            .map(|text| lang::term(text))
            .collect::<Result<_, _>>()?;
        are_rows(&terms)?;
        let names: Vec<String> = names(columns.len());
        let letters = ["A", "B", "C", "D", "E", "F"];
        let mut text = format!("game invented\npiles {}\n", names.join(" <= "));
        for ((letter, column), term) in letters.iter().zip(columns).zip(&terms) {
            let column = match value(term, 0) {
                Some(zero) if zero == 0 => column.trim().to_owned(),
                _ => format!("if n = 0 then 0 else {}", column.trim()),
            };
            text.push_str(&format!("let {letter}(n) = {column}\n"));
        }
        let entries = letters.iter().take(columns.len());
        let entries = tuple(entries.map(|letter| format!("{letter}(n)")));
        text.push_str(&format!("P = {{ {entries} | n >= 0 }}\n"));
        Self::of_tree(&lang::parse(&text)?, &CompanionFiles::default())
    }

    /// The file with these moves.
    pub fn with_moves(&self, moves: &str) -> String {
        let (before, claim) = match self.text.find("\nP ") {
            Some(place) => self.text.split_at(place + 1),
            None => (self.text.as_str(), ""),
        };
        format!("{before}\n{moves}\n{claim}")
    }

    /// The claim as it stands in the file.
    pub fn claim(&self) -> String {
        claim_of(&self.tree)
    }

    /// The claim with a move that never happens.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.tree.name.value
    }

    /// The automata that the claim names.
    pub fn beside(&self) -> &CompanionFiles {
        &self.beside
    }

    /// The names of the piles.
    pub fn piles(&self) -> Vec<&str> {
        { self.spec.piles.names.iter() }
            .map(|name| &**name)
            .collect()
    }

    /// The first of some names that means nothing in the file yet; with a number behind it if all of them do.
    pub fn fresh(&self, wanted: &[&str]) -> String {
        fresh(&self.words, wanted)
    }

    /// The rows of the claim, if it is one piece with one number.
    pub fn rows(&self) -> Option<TargetRows> {
        let zeros = |piece: &TargetPiece| piece.condition.is_none() && is_zero(&piece.entries);
        let pieces = self.pieces.as_deref()?;
        let (zero, others): (Vec<&TargetPiece>, Vec<&TargetPiece>) =
            pieces.iter().partition(|p| zeros(p));
        let [piece] = others.as_slice() else {
            return None;
        };
        let (variable, first) = piece.condition.as_deref()?.split_once(" >= ")?;
        let from_zero = match first {
            "0" => true,
            "1" if !zero.is_empty() => false,
            _ => return None,
        };
        let word = |sign: char| sign.is_alphanumeric() || sign == '_';
        variable.chars().all(word).then(|| TargetRows {
            variable: variable.to_owned(),
            columns: piece.entries.clone(),
            from_zero,
        })
    }

    /// The set of all arrangements of the P-positions, as text; nothing if they are not given by tuples.
    pub fn arranged(&self) -> Option<String> {
        let symmetric = self.spec.piles.order != PileOrder::Ordered;
        Some(text_of(self.pieces.as_deref()?, symmetric))
    }

    /// The first line of the file.
    pub fn header(&self) -> String {
        lang::print(&self.with_items(|_| false))
    }

    /// What the claim needs to be understood: the file without its first line, piles and claim.
    pub fn definitions(&self) -> String {
        let kept = self.with_items(|item| {
            !matches!(
                item.kind,
                ItemKind::Piles(_) | ItemKind::PPositions(_) | ItemKind::PWhen(_)
            )
        });
        let text = lang::print(&kept);
        text.strip_prefix(&self.header())
            .unwrap_or(&text)
            .to_owned()
    }

    fn with_items(&self, kept: impl Fn(&Item) -> bool) -> GameFile {
        let items = self.tree.items.iter().filter(|item| kept(item));
        GameFile {
            items: items.cloned().collect(),
            ..self.tree.clone()
        }
    }

    fn has_zero(&self) -> bool {
        let Some(claim) = &self.spec.p_positions else {
            return false;
        };
        let zeros = vec![Term::from(0); claim.arity];
        let member = logic::Formula::member(zeros, claim);
        Evaluator::new(&Unwatched).holds(&member, &Assignment::new()) == Ok(true)
    }

    fn zero(&self) -> String {
        tuple(self.spec.piles.names.iter().map(|_| "0".to_owned()))
    }
}

/// What is left of a file: everything that the claim may need.
fn wanted(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::Piles(_)
            | ItemKind::Require { .. }
            | ItemKind::Const { .. }
            | ItemKind::Let(_)
            | ItemKind::Set { .. }
            | ItemKind::Automaton(_)
            | ItemKind::System { .. }
            | ItemKind::PPositions(_)
            | ItemKind::PWhen(_)
    )
}

/// The tuples of the claim; nothing if they are given otherwise.
fn pieces(game: &GameFile) -> Option<Vec<TargetPiece>> {
    let claim = game.items.iter().find_map(|item| match &item.kind {
        ItemKind::PPositions(set) => Some(set),
        _ => None,
    })?;
    let mut found = Vec::new();
    for part in &claim.parts {
        found.extend(of_part(part)?);
    }
    Some(found)
}

fn of_part(part: &SetPart) -> Option<Vec<TargetPiece>> {
    let piece = |element: &Expr, condition| {
        Some(TargetPiece {
            entries: entries(element)?,
            condition,
        })
    };
    match part {
        SetPart::Named(_) => None,
        SetPart::Elements(elements) => elements.iter().map(|one| piece(one, None)).collect(),
        SetPart::Comprehension {
            element,
            conditions,
        } => {
            let conditions: Vec<String> = conditions.iter().map(formula).collect();
            let piece = piece(element, Some(conditions.join(", ")))?;
            Some(vec![piece])
        }
    }
}

fn entries(element: &Expr) -> Option<Vec<String>> {
    let plain = |entry: &TupleEntry| match entry.family {
        None => Some(formula(&entry.term)),
        Some(_) => None,
    };
    match &element.kind {
        ExprKind::Tuple(entries) => entries.iter().map(plain).collect(),
        _ => Some(vec![formula(element)]),
    }
}

fn is_zero(entries: &[String]) -> bool {
    entries.iter().all(|entry| entry == "0")
}

/// One of each two mirrored pairs, if both are there.
fn one_of_each(pieces: &[TargetPiece]) -> Option<Vec<TargetPiece>> {
    let mut kept: Vec<TargetPiece> = Vec::new();
    for piece in pieces {
        if !pieces.contains(&piece.mirrored()) {
            return None;
        }
        if !kept.contains(piece) && !kept.contains(&piece.mirrored()) {
            kept.push(piece.clone());
        }
    }
    Some(kept)
}

/// A union of tuples as the language writes it; of all their arrangements, if it is symmetric.
fn text_of(pieces: &[TargetPiece], symmetric: bool) -> String {
    let singles = pieces.iter().filter(|piece| piece.condition.is_none());
    let singles: Vec<Vec<String>> = singles.map(|piece| piece.entries.clone()).collect();
    let rows = pieces.iter().filter_map(|piece| {
        let condition = piece.condition.clone()?;
        Some((piece.entries.clone(), condition))
    });
    let rows: Vec<(Vec<String>, String)> = rows.collect();
    set_of(&singles, &rows, symmetric)
}

/// `x, y, z, w`, or `x1, x2, …`.
fn names(count: usize) -> Vec<String> {
    let letters = ["x", "y", "z", "w"];
    match letters.get(..count) {
        Some(letters) => letters.iter().map(|name| (*name).to_owned()).collect(),
        None => (1..=count).map(|number| format!("x{number}")).collect(),
    }
}

/// The value of a term in n.
fn value(term: &Term, n: u32) -> Option<Integer> {
    let mut known = Assignment::new();
    known.set(&Variable::new(0, "n"), Integer::from(n));
    Evaluator::new(&Unwatched).value(term, &known).ok()
}

/// Are the columns sorted, and natural numbers, as far as they are looked at?
fn are_rows(terms: &[Term]) -> Result<(), TargetError> {
    for n in 1..=ROWS_SEEN {
        let row: Option<Vec<Integer>> = terms.iter().map(|term| value(term, n)).collect();
        let row = row.ok_or_else(|| TargetError::Columns(format!("row {n} has no value")))?;
        if !row.is_sorted() || row.first().is_some_and(|first| *first < 0) {
            let shown = tuple(row.iter().map(ToString::to_string));
            return Err(TargetError::Columns(format!(
                "row {n} is {shown}, and rows are written from the smallest pile to the largest"
            )));
        }
    }
    Ok(())
}
