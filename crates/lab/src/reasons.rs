//! Why, in parts: the plain reason, the case of the theorem with the rows of its table, the digits.

use knowledge::{TableExcerpt, VerdictReason};
use numeration::natural::Natural;
use rules::explanation::{Detail, Explanation};
use rules::json::Texts;
use schemars::JsonSchema;
use serde::Serialize;

/// The reason of an answer, the plain words first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reasons {
    /// For somebody who knows the rules and nothing else.
    pub plain: String,
    /// What the theorem, the claim or the search says of this position.
    pub case: Option<String>,
    /// The rows of the table that the case speaks of.
    pub table: Option<ReasonTable>,
    /// How the rows were found, where that is by the digits of numbers.
    pub digits: Option<String>,
}

/// Some rows of a table of P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReasonTable {
    /// The names of the columns: that of the row number first.
    pub columns: Vec<String>,
    /// The rows, in order; there may be rows between them that are not shown.
    pub rows: Vec<ReasonRow>,
}

/// A row of a table of P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReasonRow {
    /// Its number and its entries.
    #[serde(with = "Texts")]
    pub cells: Vec<Natural>,
    /// Does the case speak of it, or is it only a neighbour?
    pub named: bool,
}

impl Reasons {
    /// The reason of a verdict: what is said beside its case, and the case.
    pub(crate) fn of(reason: &VerdictReason, case: &Explanation, detail: Detail) -> Self {
        let some = |text: String| (!text.is_empty()).then_some(text);
        let plain = reason.plain.render(detail);
        Self {
            case: some(case.case(detail)).filter(|case| *case != plain),
            plain,
            table: reason.table.as_ref().map(ReasonTable::of),
            digits: some(case.digits(detail)),
        }
    }

    /// A reason that has only one part.
    pub(crate) fn plain(plain: impl Into<String>) -> Self {
        Self {
            plain: plain.into(),
            ..Self::default()
        }
    }

    /// All parts but the table in one line.
    pub fn in_one_line(&self) -> String {
        let plain = (!self.plain.is_empty()).then_some(self.plain.as_str());
        let parts = [plain, self.case.as_deref(), self.digits.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// The plain reason and the case behind it, in one line.
pub(crate) fn in_one_line(plain: &Explanation, case: &Explanation, detail: Detail) -> String {
    let mut line = plain.render(detail);
    let case = case.render(detail);
    if !case.is_empty() && case != line {
        line.push_str("; ");
        line.push_str(&case);
    }
    line
}

impl ReasonTable {
    fn of(table: &TableExcerpt) -> Self {
        let number = std::iter::once("n".to_owned());
        let rows = table.rows.iter().map(|row| ReasonRow {
            cells: std::iter::once(&row.number)
                .chain(&row.entries)
                .cloned()
                .collect(),
            named: row.named,
        });
        Self {
            columns: number.chain(table.columns.iter().cloned()).collect(),
            rows: rows.collect(),
        }
    }
}
