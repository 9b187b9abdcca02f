//! The kin of the array: of the recurrences `b,-1` by floors, and of any recurrence, or Stolarsky's, row by row.
//!
//! An array by floors is known at any size. One that is built row by row is known as far as it was built: whether a number stands
//! at two places is then seen, not proved.

use knowledge::{MemoryBudget, size_of_naturals, split_at_commas};
use lab::LabError;
use logic::Variable;
use logic::evaluate::{Assignment, Evaluator};
use logic::watch::{Progress, Watch};
use numeration::counted::counted;
use numeration::natural::{Integer, Natural, One, Zero};
use numeration::semiregular::Semiregular;
use rules::citation::STOLARSKY;
use rules::evidence::{Evidence, Reference};

use super::{ArrayAnswer, ArrayRequest, Located, Property};
use crate::arrays::floor::{FloorArray, FloorArrayError};
use crate::arrays::mex::{LinearRule, MexArray, RowError, RowRule, Stolarsky};

/// Where the proofs are.
const PROOFS: &str = "docs/arrays.md";

/// An array of the kin.
pub(super) enum Kin {
    /// `A_j = b*A_(j-1) - A_(j-2)`.
    Difference(Natural),
    /// The coefficients as typed, terms in n.
    Linear(Vec<String>),
    /// Stolarsky's.
    Stolarsky,
}

impl Kin {
    pub(super) fn answer(
        &self,
        request: &ArrayRequest,
        watch: &dyn Watch,
    ) -> Result<ArrayAnswer, LabError> {
        if request.initial.is_some() && !matches!(self, Self::Linear(_)) {
            return Err(LabError::input(
                "initial values belong to a recurrence of the form (10), such as --recurrence 1,2 --initial 1",
            ));
        }
        match self {
            Self::Difference(b) => ByFloors::new(b)?.answer(request, watch),
            Self::Stolarsky => {
                let array = MexArray::new(Stolarsky::default());
                let title = "Stolarsky's array".to_owned();
                let mut built = BuiltArray { array, title };
                let mut answer = built.answer(request, watch)?;
                answer.properties.insert(
                    0,
                    Property {
                        statement: "every positive integer stands at one place; A_1 is the integer nearest to A_0*phi, and from j = 2 on, \
                                    A_j = A_(j-1) + A_(j-2)"
                            .to_owned(),
                        evidence: Evidence::theorem(STOLARSKY.whole()),
                        holds_here: Some(built.array.twice().is_none()),
                    },
                );
                Ok(answer)
            }
            Self::Linear(texts) => linear(texts, request, watch),
        }
    }
}

/// The array of `b,-1`.
struct ByFloors {
    b: Natural,
    array: FloorArray,
}

impl ByFloors {
    fn new(b: &Natural) -> Result<Self, LabError> {
        let array = FloorArray::of_difference(b).map_err(unknown)?;
        let b = b.clone();
        Ok(Self { b, array })
    }

    fn answer(&self, request: &ArrayRequest, watch: &dyn Watch) -> Result<ArrayAnswer, LabError> {
        let mut answer = ArrayAnswer::new(
            format!("the array of A_j = {}*A_(j-1) - A_(j-2)", self.b),
            format!("floors of multiples of {}", self.array.alpha()),
            request.from.clone(),
        );
        if let Some(number) = request.located()? {
            let (place, _) = self.array.locate(&number).map_err(unknown)?;
            answer.located = Some(Located {
                number,
                digits: None,
                row: place.row,
                column: place.column,
            });
        }
        let mut storage = MemoryBudget::new(watch);
        for place in 0..request.rows {
            if let Err(stopped) = watch.check() {
                answer.stopped = Some(stopped);
                return Ok(answer);
            }
            let row = self
                .array
                .row(&answer.index(place), request.columns)
                .map_err(unknown)?;
            if let Err(stopped) = storage.keep(size_of_naturals(&row)) {
                answer.stopped = Some(stopped);
                return Ok(answer);
            }
            answer.rows.push(row);
        }
        answer.properties = self.properties(&answer)?;
        Ok(answer)
    }

    fn properties(&self, answer: &ArrayAnswer) -> Result<Vec<Property>, LabError> {
        let here = ShownArray(answer);
        let alpha = self.array.alpha();
        let fraction = Semiregular::constant(&self.b);
        let proved = |statement: String, holds_here: bool| Property {
            statement,
            evidence: Evidence::Theorem(Reference::Told(PROOFS.to_owned())),
            holds_here: Some(holds_here),
        };
        let b = Integer::from(&self.b);
        Ok(vec![
            proved(
                "every positive integer stands at one place".to_owned(),
                self.stand_where_they_are_found(&here)?,
            ),
            proved(
                format!("from j = 2 on, A_j = {b}*A_(j-1) - A_(j-2)"),
                here.recurs(&[b.clone(), Integer::from(-1)]),
            ),
            proved(
                format!("A_1^n = {}*A_0^n + n", &b - Integer::ONE),
                here.second_column(&b),
            ),
            proved(
                format!(
                    "A_j^n = floor(A_(j-1)^n*alpha) + 1 and A_0^n = floor((n-1)*alpha/(alpha-1)) + 1 with alpha = {alpha}, \
                     the value of the quasi-regular continued fraction {fraction}, whose convergents are the quotients of row 1"
                ),
                here.convergents(&fraction),
            ),
        ])
    }

    /// Going back from every entry leads to its place.
    fn stand_where_they_are_found(&self, here: &ShownArray<'_>) -> Result<bool, LabError> {
        for (row, column, entry) in here.entries() {
            let (place, _) = self.array.locate(entry).map_err(unknown)?;
            if place.row != row || place.column != column {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The entries that are shown.
struct ShownArray<'a>(&'a ArrayAnswer);

impl ShownArray<'_> {
    fn entries(&self) -> impl Iterator<Item = (Natural, usize, &Natural)> {
        super::entries(&self.0.from, &self.0.rows)
    }

    fn recurs(&self, coefficients: &[Integer]) -> bool {
        super::recurs(&self.0.rows, coefficients)
    }

    fn second_column(&self, b: &Integer) -> bool {
        self.0.rows.iter().enumerate().all(|(place, row)| {
            let [head, second, ..] = row.as_slice() else {
                return true;
            };
            let n = Integer::from(self.0.index(place));
            (b - Integer::ONE) * Integer::from(head) + n == *second
        })
    }

    /// The quotients of row 1, if it is shown.
    fn convergents(&self, fraction: &Semiregular) -> bool {
        let first = (0..self.0.rows.len()).find(|place| self.0.index(*place) == 1);
        let Some(row) = first.map(|place| &self.0.rows[place]) else {
            return true;
        };
        let quotients = row
            .windows(2)
            .map(|pair| (Integer::from(&pair[1]), Integer::from(&pair[0])));
        quotients.eq(fraction.convergents().take(row.len().saturating_sub(1)))
    }
}

/// An array that is built row by row.
struct BuiltArray<R> {
    array: MexArray<R>,
    title: String,
}

/// Numbers up to this one are quickly looked at.
const QUICK: u32 = 100_000;

/// A number is looked for up to this one in an array that is built row by row.
const MOST_LOOKED_AT: u64 = 100_000_000;

impl<R: RowRule> BuiltArray<R> {
    fn answer(
        &mut self,
        request: &ArrayRequest,
        watch: &dyn Watch,
    ) -> Result<ArrayAnswer, LabError> {
        let number = request.located()?;
        let mut answer = ArrayAnswer::new(
            self.title.clone(),
            "none: each row begins with the least number that no earlier row has".to_owned(),
            request.from.clone(),
        );
        if let Some(number) = number {
            answer.located = self.locate(number, watch)?;
        }
        match self.fill(request, &mut answer, watch) {
            Err(LabError::Stopped(stopped)) => answer.stopped = Some(stopped),
            other => other?,
        }
        if answer.stopped.is_none() {
            self.look_further(&answer.rows, watch)?;
            answer.properties.push(self.places());
            let differences = super::differences(&answer.rows);
            answer.properties.extend(differences);
        }
        Ok(answer)
    }

    fn locate(&mut self, number: Natural, watch: &dyn Watch) -> Result<Option<Located>, LabError> {
        if number > MOST_LOOKED_AT {
            return Err(LabError::input(format!(
                "this array is built row by row, and a number above {MOST_LOOKED_AT} is too far out"
            )));
        }
        let mut place = (0, 0);
        while *self.array.seen() < number {
            watch.check()?;
            place = self.array.look().map_err(refused)?;
        }
        let (row, column) = (Natural::from(place.0), place.1);
        Ok(Some(Located {
            number,
            digits: None,
            row,
            column,
        }))
    }

    fn fill(
        &mut self,
        request: &ArrayRequest,
        answer: &mut ArrayAnswer,
        watch: &dyn Watch,
    ) -> Result<(), LabError> {
        let from = usize::try_from(&answer.from).ok();
        let Some(last) = from.and_then(|from| from.checked_add(request.rows)) else {
            return Err(LabError::input(
                "this array is built row by row, and these rows are too far out",
            ));
        };
        let mut storage = MemoryBudget::new(watch);
        for n in last - request.rows..last {
            while self.array.rows() < n {
                watch.check()?;
                self.array.look().map_err(refused)?;
            }
            let mut row = vec![Natural::ZERO; if n == 0 { request.columns } else { 0 }];
            while row.len() < request.columns {
                watch.check()?;
                let entry = self.array.row(n, row.len() + 1).map_err(refused)?;
                let entry = entry.last().cloned().unwrap_or_default();
                storage.keep(size_of_naturals([&entry]))?;
                row.push(entry);
            }
            answer.rows.push(row);
            watch.progress(Progress {
                step: "rows",
                done: n as u64,
                total: Some(last as u64),
            });
        }
        Ok(())
    }

    /// Looks at all numbers up to the largest that is shown, as far as that is quick.
    fn look_further(&mut self, rows: &[Vec<Natural>], watch: &dyn Watch) -> Result<(), LabError> {
        let largest = rows.iter().flatten().max().cloned().unwrap_or_default();
        let end = largest.min(Natural::from(QUICK));
        while *self.array.seen() < end {
            watch.check()?;
            self.array.look().map_err(refused)?;
        }
        Ok(())
    }

    /// Does a number stand at two places?
    fn places(&self) -> Property {
        let seen = self.array.seen();
        let statement = match self.array.twice() {
            None => format!("every number up to {seen} stands at one place"),
            Some(twice) => {
                let [one, other] = twice
                    .places
                    .map(|(row, column)| format!("A_{column}^{row}"));
                format!(
                    "{} stands at two places: {one} and {other}; so the array is no splitting",
                    twice.number
                )
            }
        };
        Property {
            statement,
            evidence: Evidence::Exhaustive(format!("all numbers up to {seen}")),
            holds_here: None,
        }
    }
}

/// The array of equation (10), with coefficients that may depend on n, and given initial values.
fn linear(
    texts: &[String],
    request: &ArrayRequest,
    watch: &dyn Watch,
) -> Result<ArrayAnswer, LabError> {
    let terms = texts
        .iter()
        .map(|text| lang::term(text))
        .collect::<Result<Vec<_>, _>>()?;
    let n = Variable::new(0, "n");
    let coefficients = |at: usize| {
        let known: Assignment = [(n.clone(), Integer::from(at))].into_iter().collect();
        let value = |term| Evaluator::new(watch).value(term, &known);
        let values: Result<Vec<Integer>, _> = terms.iter().map(value).collect();
        values.map_err(|error| RowError::Coefficient(error.to_string()))
    };
    let initial = initial(request.initial.as_deref(), terms.len())?;
    let bound = Natural::from(MOST_LOOKED_AT);
    let initial = match initial {
        Some(initial) => initial,
        None => usual_initial(&coefficients).map_err(refused)?,
    };
    let rule = LinearRule::new(coefficients, terms.len(), &initial, &bound).map_err(refused)?;
    let shown: Vec<String> = rule
        .basis()
        .iter()
        .take(6)
        .map(ToString::to_string)
        .collect();
    let title = format!(
        "the array of equation (10) with b = ({}) and u = {}, …",
        texts.join(", "),
        shown.join(", ")
    );
    let array = MexArray::new(rule);
    BuiltArray { array, title }.answer(request, watch)
}

/// The initial values u_(-1), …, u_(-m+1) as typed.
fn initial(text: Option<&str>, order: usize) -> Result<Option<Vec<Integer>>, LabError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let parts = split_at_commas(text);
    let needed = order - 1;
    if parts.len() != needed || needed == 0 {
        return Err(LabError::input(format!(
            "a recurrence of {} needs {} u_(-1), u_(-2), …",
            counted(order, "term", "terms"),
            counted(needed, "initial value", "initial values")
        )));
    }
    let values = parts.iter().map(|part| {
        let part = part.trim();
        Ok(match part.strip_prefix('-') {
            Some(positive) => -Integer::from(lang::number(positive)?),
            None => Integer::from(lang::number(part)?),
        })
    });
    values.collect::<Result<Vec<_>, LabError>>().map(Some)
}

/// The initial values where none are given: 1, and 0 where the coefficient is negative, so that 6,-1 begins with 1, 6.
fn usual_initial(
    coefficients: &dyn Fn(usize) -> Result<Vec<Integer>, RowError>,
) -> Result<Vec<Integer>, RowError> {
    let rest = coefficients(1)?.into_iter().skip(1);
    let value = |b: Integer| if b > 0 { Integer::ONE } else { Integer::ZERO };
    Ok(rest.map(value).collect())
}

fn unknown(error: FloorArrayError) -> LabError {
    match error {
        FloorArrayError::Real(_) => LabError::Beyond(error.to_string()),
        _ => LabError::input(error.to_string()),
    }
}

fn refused(error: RowError) -> LabError {
    LabError::input(error.to_string())
}
