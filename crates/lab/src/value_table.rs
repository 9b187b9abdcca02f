//! Nim-values as a table: of two piles a rectangle, the first pile across and the second down, as in Table 1 of
//! [`LARGE_RATS`](games::citation::LARGE_RATS); of one pile a column.

use games::evidence::Evidence;
use games::solver;
use games::spec::Spec;
use games::splitting::SplittingSpec;
use logic::watch::Watch;
use numeration::natural::Integer;

use crate::LabError;
use crate::Request;
use crate::table::TableAnswer;
use knowledge::{Game, Storage, size_of_integers};

/// What are the nim-values of the smallest positions?
#[derive(Clone)]
pub struct ValueTableRequest<'a> {
    /// The game, with one or two piles.
    pub game: &'a Game,
    /// How many rows are wanted: the second pile, or the only one, is 0, 1, 2, ….
    pub rows: usize,
    /// How many columns are wanted: the first of two piles is 0, 1, 2, …. As many as rows if it is not said.
    pub columns: Option<usize>,
}

impl Request for ValueTableRequest<'_> {
    type Answer = TableAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        if let Some(spec) = self.game.splitting() {
            return self.of_heaps(spec, watch);
        }
        let spec = self.spec()?;
        if spec.domain.is_some() {
            return Err(LabError::input(
                "a table of nim-values is for games in which every vector is a position",
            ));
        }
        let (rows, columns) = (self.rows, self.columns.unwrap_or(self.rows));
        let side = if spec.dimension() == 1 {
            rows
        } else {
            rows.max(columns)
        };
        let (Some(last), true) = (side.checked_sub(1), columns > 0) else {
            return Err(LabError::input(
                "a table of nim-values has at least one row and one column",
            ));
        };
        let max = u32::try_from(last)
            .map_err(|_| LabError::input("so many rows are too many for brute force"))?;
        let solved = solver::nim_values(spec, max, watch)?;
        let entry = |piles: &[u32]| {
            let mut piles = piles.to_vec();
            spec.piles.order.sort(&mut piles);
            let value = solved.value(&piles);
            value.map(|value| Integer::from(value.heap()))
        };
        let names: Vec<String> = spec.piles.names.iter().map(ToString::to_string).collect();
        // Values are found by the first pile, which goes across: what is known of the first row is shown.
        let reached = (0..columns).take_while(|across| {
            let across = u32::try_from(*across).unwrap_or(max);
            entry(&[across, 0]).is_some()
        });
        let columns = match spec.dimension() {
            1 => 1,
            _ => reached.count(),
        };
        let (heads, across) = match &names[..] {
            [only] => (vec![only.clone(), "value".to_owned()], 1),
            _ => {
                let corner = format!("{}\\{}", names[1], names[0]);
                let across = (0..columns).map(|pile| pile.to_string());
                (std::iter::once(corner).chain(across).collect(), columns)
            }
        };
        let (mut table, mut storage) = (Vec::new(), Storage::new(watch));
        let mut stopped = solved.stopped;
        for down in 0..rows {
            let number = u32::try_from(down).unwrap_or(max);
            let pile = |across: usize| u32::try_from(across).unwrap_or(max);
            let entries = (0..across).map(|across| match names.len() {
                1 => entry(&[number]),
                _ => entry(&[pile(across), number]),
            });
            // A row that was not reached whole is not shown.
            let Some(entries) = entries.collect::<Option<Vec<Integer>>>() else {
                break;
            };
            let row = std::iter::once(Integer::from(number)).chain(entries);
            let row: Vec<Integer> = row.collect();
            let size = size_of_integers(&row);
            let held = match solved.stopped {
                Some(_) => storage.hold(size),
                None => storage.keep(size),
            };
            if let Err(reason) = held {
                stopped = Some(reason);
                break;
            }
            table.push(row);
        }
        Ok(TableAnswer {
            game: spec.name.clone(),
            heads,
            rows: table,
            digits: Vec::new(),
            notes: Vec::new(),
            evidence: Evidence::Exhaustive(solved.region.to_string()),
            stopped: stopped.map(|stopped| stopped.to_string()),
        })
    }
}

impl<'a> ValueTableRequest<'a> {
    /// A column of the single heaps of a game in which heaps split.
    fn of_heaps(&self, spec: &SplittingSpec, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        let last = self.rows.checked_sub(1);
        let last = last.ok_or_else(|| {
            LabError::input("a table of nim-values has at least one row and one column")
        })?;
        let max = u32::try_from(last)
            .map_err(|_| LabError::input("so many rows are too many for brute force"))?;
        let list = self.game.heap_values(max, watch)?;
        let rows = list.iter().enumerate();
        let rows = rows.map(|(heap, value)| vec![Integer::from(heap), Integer::from(value)]);
        let name = spec.heap.piles.names.first();
        let name = name.map_or_else(String::new, ToString::to_string);
        Ok(TableAnswer {
            game: self.game.name().to_owned(),
            heads: vec![name, "value".to_owned()],
            rows: rows.collect(),
            digits: Vec::new(),
            notes: list
                .period
                .iter()
                .map(|period| format!("periodic: {period}"))
                .collect(),
            evidence: Evidence::Exhaustive(list.region()),
            stopped: list.stopped.map(|stopped| stopped.to_string()),
        })
    }

    fn spec(&self) -> Result<&'a Spec, LabError> {
        let instead = format!(
            "`takeaway solve {} --max 9 --nim-values` lists the nim-values of the others",
            self.game.reference()
        );
        let spec = self.game.spec().filter(|spec| spec.dimension() <= 2);
        spec.ok_or_else(|| {
            LabError::input(format!(
                "a table of nim-values is of a game with one or two piles; {instead}"
            ))
        })
    }
}
