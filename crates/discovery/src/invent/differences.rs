//! Rules for rows whose differences increase: docs/fat-rat.md.
//!
//! Let the rows begin with zeros, their columns split the positive integers and increase, each row increase from left to right, and the
//! differences Δ_t between column t and the first one increase. Then two kinds of move have exactly these P-positions: any tokens from all piles but one, or
//! from all piles so that some Δ_t(n) is left between pile t and the smallest one, and the two lose amounts that differ by less than the next gap of Δ_t.

use logic::watch::Limited;
use proof::{Claim, ClaimOutcome};

use super::target::{Target, TargetRows};
use super::{DerivedRuleset, InventionContext, InventionFailure, RulesetEvidence, boards};
use crate::discover::MOST_MEMORY;

/// What holds if the conditions do.
const THEOREM: &str = "the rules of docs/fat-rat.md, whose conditions are proved of these rows";

/// The rules, if the rows meet the conditions.
pub(super) fn made(workshop: &InventionContext<'_>) -> Result<DerivedRuleset, InventionFailure> {
    let target = workshop.target;
    let rows = target.rows().filter(|rows| rows.columns.len() > 1);
    let rows = rows.ok_or_else(|| {
        InventionFailure::Without(
            "the P-positions are not given as rows with one number".to_owned(),
        )
    })?;
    let columns = ColumnTerms::of(target, &rows);
    let open = columns.refuted(workshop)?;
    let (text, game) = workshop.game(&columns.moves(), target.beside())?;
    let report = workshop.prove(&game)?;
    let standing = match &report.outcome {
        ClaimOutcome::Proved => RulesetEvidence::Proved(Box::new(report)),
        ClaimOutcome::Refuted(counterexample) => {
            return Err(InventionFailure::Without(counterexample.to_string()));
        }
        _ if open.is_none() => RulesetEvidence::Theorem(THEOREM),
        other => {
            let [_, max] = boards(rows.columns.len());
            if workshop.agrees(&game, max)? != Some(true) {
                return Err(InventionFailure::Without(
                    "the rules cannot be compared".to_owned(),
                ));
            }
            RulesetEvidence::UpTo(max, other.undecided().unwrap_or_default())
        }
    };
    Ok(DerivedRuleset {
        method: super::InventMethod::Differences,
        text,
        beside: target.beside().clone(),
        game,
        standing,
    })
}

/// The columns as terms in a number, each with a name of its own.
struct ColumnTerms {
    piles: Vec<String>,
    /// The number, and another one.
    numbers: [String; 2],
    /// The definitions of the columns and of their differences.
    definitions: String,
    columns: Vec<String>,
    differences: Vec<String>,
}

impl ColumnTerms {
    fn of(target: &Target, rows: &TargetRows) -> Self {
        let n = &rows.variable;
        let (column, difference) = (target.fresh(&["Column"]), target.fresh(&["Delta"]));
        let mut definitions = String::new();
        let mut columns: Vec<String> = Vec::new();
        for (place, term) in (1..).zip(&rows.columns) {
            columns.push(match function(term, n).filter(|_| rows.from_zero) {
                Some(name) => name.to_owned(),
                None => {
                    let name = format!("{column}_{place}");
                    let first = match rows.from_zero {
                        true => String::new(),
                        false => format!("if {n} = 0 then 0 else "),
                    };
                    definitions.push_str(&format!("let {name}({n}) = {first}{term}\n"));
                    name
                }
            });
        }
        let mut differences = Vec::new();
        for (place, name) in (1..).zip(&columns).skip(1) {
            let first = &columns[0];
            let difference = format!("{difference}_{place}");
            definitions.push_str(&format!(
                "let {difference}({n}) = {name}({n}) - {first}({n})\n"
            ));
            differences.push(difference);
        }
        Self {
            piles: target.piles().into_iter().map(str::to_owned).collect(),
            numbers: [n.clone(), target.fresh(&["k", "m", "i", "j"])],
            definitions,
            columns,
            differences,
        }
    }

    fn moves(&self) -> String {
        let [n, _] = &self.numbers;
        let piles = self.piles.join(", ");
        let but_one = self.piles.len() - 1;
        let first = &self.piles[0];
        let all = |part: &dyn Fn(&String) -> String, between: &str| {
            let parts: Vec<String> = self.piles.iter().map(part).collect();
            parts.join(between)
        };
        let shrink = all(&|pile| format!("{pile}' < {pile}"), " and ");
        let sorted = all(&|pile| format!("{pile}'"), " <= ");
        let mut text = self.definitions.clone();
        text.push_str(&match but_one {
            1 => format!(
                "\nmove I \"any positive number of tokens from one pile\":\n    exactly 1 of {piles} changes\n"
            ),
            _ => format!(
                "\nmove I \"any positive number of tokens from up to {but_one} of the piles\":\n    at most {but_one} of {piles} change\n"
            ),
        });
        for ((number, pile), difference) in (2..).zip(&self.piles[1..]).zip(&self.differences) {
            text.push_str(&format!(
                "\nmove II_{number} \"from every pile, keeping the order: {difference}({n}) is left between {first} and {pile}, and they lose amounts that differ by less than the gap behind it\":\n    \
                 {shrink}\n    {sorted}\n    exists {n} >= 0: {pile}' - {first}' = {difference}({n})\n        \
                 and |({pile} - {pile}') - ({first} - {first}')| < {difference}({n} + 1) - {difference}({n})\n"
            ));
        }
        text
    }

    /// The conditions of the theorem.
    fn conditions(&self) -> Vec<(String, String)> {
        let [n, k] = &self.numbers;
        let mut all = Vec::new();
        for (number, name) in (2..).zip(&self.differences) {
            all.push((
                format!("the differences of column {number} and column 1 increase"),
                format!("forall {n}: {name}({n}) < {name}({n} + 1)"),
            ));
        }
        for (place, name) in self.columns.iter().enumerate() {
            let number = place + 1;
            all.push((
                format!("column {number} increases"),
                format!("forall {n}: {name}({n}) < {name}({n} + 1)"),
            ));
            for (later, other) in (number + 1..).zip(&self.columns[number..]) {
                all.push((
                    format!("no number is in columns {number} and {later}"),
                    format!("forall {n} >= 1: forall {k} >= 1: {name}({n}) != {other}({k})"),
                ));
            }
        }
        for (number, two) in (1..).zip(self.columns.windows(2)) {
            all.push((
                format!("rows increase from column {number} to the next"),
                format!("forall {n} >= 1: {}({n}) < {}({n})", two[0], two[1]),
            ));
        }
        let somewhere = self.columns.iter().map(|name| format!("{k} = {name}({n})"));
        let somewhere: Vec<String> = somewhere.collect();
        all.push((
            "every positive number is in a column".to_owned(),
            format!(
                "forall {k} >= 1: exists {n} >= 1: {}",
                somewhere.join(" or ")
            ),
        ));
        all.push((
            "the first row is that of zeros".to_owned(),
            { self.columns.iter() }
                .map(|name| format!("{name}(0) = 0"))
                .collect::<Vec<_>>()
                .join(" and "),
        ));
        all
    }

    /// The first condition that could not be decided; nothing if all are proved.
    ///
    /// # Errors
    /// If one of them is false.
    fn refuted(&self, workshop: &InventionContext<'_>) -> Result<Option<String>, InventionFailure> {
        let mut text = format!("{}\nmove none: false\n", self.definitions);
        let conditions = self.conditions();
        for (name, sentence) in &conditions {
            text.push_str(&format!("theorem \"{name}\": {sentence}\n"));
        }
        let (_, game) = workshop.game(&text, workshop.target.beside())?;
        let mut open = None;
        for (index, (name, _)) in conditions.iter().enumerate() {
            let budget = Limited::new(workshop.watch).memory(MOST_MEMORY);
            let report = workshop
                .prover
                .prove_claim(&game, Claim::Theorem(index), &budget);
            match report.outcome {
                ClaimOutcome::Proved => {}
                ClaimOutcome::Refuted(counterexample) => {
                    return Err(InventionFailure::Without(format!(
                        "it is false that {name}: {counterexample}"
                    )));
                }
                ClaimOutcome::Stopped(stopped) if !stopped.is_too_large() => {
                    return Err(stopped.into());
                }
                _ => open = open.or_else(|| Some(name.clone())),
            }
        }
        Ok(open)
    }
}

/// The name of a function that is applied to the number, if the term is that and nothing else.
fn function<'t>(term: &'t str, number: &str) -> Option<&'t str> {
    let name = term.strip_suffix(&format!("({number})"))?;
    let word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let built_in = ["floor", "ceil", "min", "max"].contains(&name);
    (!name.is_empty() && !built_in && name.chars().all(word)).then_some(name)
}
