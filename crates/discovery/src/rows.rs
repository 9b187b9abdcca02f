//! Rows with floors: `(floor(n*α), floor(n*β))` for all n from some row on.
//!
//! Every column must follow a line. Rational slopes are fitted as they are; the irrational ones must lie in one field, since no
//! proof speaks of two. A column that is no floor itself may be a sum of a floor with multiples of itself and of n.

use crate::board::transposed;
use crate::column::{BeattyTerm, FloorColumn, Offset, combination, quadratic, rational};
use crate::pieces::RowPiece;
use crate::slope::SlopeBounds;
use numeration::surd::SmallSurd;

/// Fewer rows than this show nothing.
pub const LEAST_ROWS: usize = 12;
/// At most so many rows at the beginning are taken for exceptions.
const MOST_EXCEPTIONS: usize = 8;
/// So many fields are tried.
const MOST_FIELDS: usize = 8;

/// Rows with a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedRows {
    /// So many rows at the beginning do not belong to it.
    pub exceptions: usize,
    /// The formula of the others.
    pub piece: RowPiece,
}

impl FittedRows {
    /// How far it is from what one would write: rows that do not belong, and numbers that do not begin with the rows.
    fn oddity(&self) -> u64 {
        let exceptions = i64::try_from(self.exceptions).unwrap_or(i64::MAX);
        let begins = self.piece.first.abs_diff(exceptions);
        exceptions.unsigned_abs().saturating_add(begins)
    }
}

/// Formulas for some rows in lexicographic order, one for each field in which there is one, the fewest exceptions first. If a field is
/// given, it is the only one.
pub fn fit(rows: &[Vec<i64>], field: Option<i64>) -> Vec<FittedRows> {
    let dimension = rows.first().map_or(0, Vec::len);
    if rows.len() < LEAST_ROWS || dimension == 0 {
        return Vec::new();
    }
    let skipped = MOST_EXCEPTIONS.min(rows.len() / 4);
    let columns = transposed(rows, dimension);
    let slopes = columns.iter().map(|column| {
        let tail = &column[skipped..];
        tail.is_sorted().then(|| SlopeBounds::of(tail)).flatten()
    });
    let Some(slopes) = slopes.collect::<Option<Vec<SlopeBounds>>>() else {
        return Vec::new();
    };
    let candidates = slopes.iter().zip(&columns).map(|(slope, column)| {
        // What is rational at the end is not irrational for the sake of the beginning.
        match rational(&column[skipped..], slope, 0) {
            Some(_) => Vec::new(),
            None => slope.quadratics(field),
        }
    });
    let search = RowFitter {
        candidates: candidates.collect(),
        columns,
        slopes,
    };
    let fields = search.fields(field).into_iter();
    let mut found: Vec<FittedRows> = fields.filter_map(|d| search.in_field(d, skipped)).collect();
    found.dedup();
    found.sort_by_key(FittedRows::oddity);
    found
}

struct RowFitter {
    columns: Vec<Vec<i64>>,
    slopes: Vec<SlopeBounds>,
    candidates: Vec<Vec<SmallSurd>>,
}

impl RowFitter {
    /// The fields to try, those of the smallest candidates first.
    fn fields(&self, given: Option<i64>) -> Vec<i64> {
        if let Some(field) = given {
            return vec![field];
        }
        let mut ranked: Vec<&SmallSurd> = self.candidates.iter().flatten().collect();
        ranked.sort_by_key(|surd| surd.discriminant());
        let mut fields: Vec<i64> = Vec::new();
        for field in ranked.into_iter().map(SmallSurd::field) {
            if !fields.contains(&field) && fields.len() < MOST_FIELDS {
                fields.push(field);
            }
        }
        // The slope of a sum of floors says less.
        let usual = [5, 2, 3, 13].into_iter().filter(|d| !fields.contains(d));
        let usual: Vec<i64> = usual.collect();
        fields.extend(usual);
        fields
    }

    /// A formula whose constants lie in one field.
    fn in_field(&self, d: i64, skipped: usize) -> Option<FittedRows> {
        (0..=skipped).find_map(|exceptions| {
            firsts(exceptions)
                .into_iter()
                .find_map(|first| {
                    let columns = self.fit(d, exceptions, first, Offset::Whole)?;
                    Some((first, columns))
                })
                .or_else(|| {
                    let first = i64::try_from(exceptions).ok()?;
                    Some((first, self.fit(d, exceptions, first, Offset::Any)?))
                })
                .map(|(first, columns)| FittedRows {
                    exceptions,
                    piece: RowPiece { columns, first },
                })
        })
    }

    /// A formula for every column, for n from `first` on, with such offsets.
    fn fit(
        &self,
        d: i64,
        exceptions: usize,
        first: i64,
        offset: Offset,
    ) -> Option<Vec<FloorColumn>> {
        let mut found: Vec<Option<FloorColumn>> = Vec::new();
        for (place, column) in self.columns.iter().enumerate() {
            let terms = &column[exceptions..];
            let plain = rational(terms, &self.slopes[place], first).or_else(|| {
                let alphas = self.candidates[place].iter().filter(|a| a.field() == d);
                alphas
                    .into_iter()
                    .find_map(|alpha| quadratic(terms, alpha, first, offset))
            });
            found.push(plain);
        }
        let known = found.iter().flatten().filter(|column| column.field() == d);
        let bases: Vec<BeattyTerm> = known
            .map(|column| column.base)
            .chain(generators(d))
            .collect();
        let sums = found.into_iter().enumerate().map(|(place, plain)| {
            let terms = &self.columns[place][exceptions..];
            plain.or_else(|| {
                bases
                    .iter()
                    .find_map(|base| combination(terms, base, first))
            })
        });
        sums.collect()
    }
}

/// The numbers that the first row of a formula may have.
fn firsts(exceptions: usize) -> Vec<i64> {
    let own = i64::try_from(exceptions).unwrap_or(0);
    let mut firsts = vec![own];
    firsts.extend((0..=own + 8).filter(|first| *first != own));
    firsts
}

/// The floors of multiples of the generators of a field.
fn generators(d: i64) -> Vec<BeattyTerm> {
    let half = (d % 4 == 1).then(|| SmallSurd::new(1, 1, 2, d));
    let whole = SmallSurd::new(0, 1, 1, d);
    let gamma = SmallSurd::from(0);
    half.into_iter()
        .chain([whole])
        .map(|alpha| BeattyTerm { alpha, gamma })
        .collect()
}
