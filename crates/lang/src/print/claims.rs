//! The claims of a game, each as one formula.

use super::expression::{expression, set};
use super::notation::{Notation, SignForms};
use crate::ast::{GameFile, ItemKind};

/// Between P and the condition on its positions.
const WHEN: SignForms = SignForms(" when ", " ⇔ ", " \\Leftrightarrow ");

/// Between a nim-value and the condition under which it is claimed.
const IF: SignForms = SignForms(" if ", " if ", " \\text{ if } ");

/// What the nim-value is called in a formula.
const VALUE: SignForms = SignForms("nim-value = ", "nim-value = ", "\\mathcal{G} = ");

/// The claims in the order of the file, each with its name (`P-positions`, `misere P-positions`, `nim-values`, or that of the
/// theorem) and its formula; in LaTeX, for math mode.
///
/// ```
/// use lang::{Notation, print::claims};
/// let text = "game skip\npiles n\nmove take: n - n' in {1, 2}\nP = { 3*m | m >= 0 }\ntheorem \"odd\": exists n: n > 0";
/// let game = lang::parse(text).expect("a game");
/// let claims = claims(&game, Notation::File);
/// assert_eq!(claims[0], ("P-positions".into(), "P = { 3*m | m >= 0 }".into()));
/// assert_eq!(claims[1], ("odd".into(), "exists n: n > 0".into()));
/// ```
pub fn claims(game: &GameFile, notation: Notation) -> Vec<(String, String)> {
    let means = |condition| {
        let condition = expression(notation, condition);
        format!("P{}{condition}", notation.sign(WHEN))
    };
    let mut claims: Vec<(String, String)> = Vec::new();
    for item in &game.items {
        let (name, formula) = match &item.kind {
            ItemKind::PPositions(all) => ("P-positions", format!("P = {}", set(notation, all))),
            ItemKind::PWhen(condition) => ("P-positions", means(condition)),
            ItemKind::MisereP(all) => ("misere P-positions", format!("P = {}", set(notation, all))),
            ItemKind::MiserePWhen(condition) => ("misere P-positions", means(condition)),
            ItemKind::NimValue { condition, value } => {
                let condition = condition.as_ref().map_or(String::new(), |condition| {
                    notation.sign(IF).to_owned() + &expression(notation, condition)
                });
                let value = expression(notation, value);
                let formula = format!("{}{value}{condition}", notation.sign(VALUE));
                ("nim-values", formula)
            }
            ItemKind::Theorem { name, sentence } => {
                (name.value.as_str(), expression(notation, sentence))
            }
            _ => continue,
        };
        match claims.iter_mut().find(|(other, _)| other == name) {
            Some((_, before)) => *before = format!("{before}; {formula}"),
            None => claims.push((name.to_owned(), formula)),
        }
    }
    claims
}
