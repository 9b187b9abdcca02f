//! Nim-values as a table: of two piles a rectangle, the first pile across and the second down, as in Table 1 of
//! [`LARGE_RATS`](rules::citation::LARGE_RATS); of one pile a column.

use logic::watch::{Stopped, Watch};
use numeration::natural::Integer;
use rules::evidence::Evidence;
use rules::spec::{PileOrder, Spec};
use solver::NimValues;

use crate::LabError;
use crate::Request;
use crate::table::TableAnswer;
use knowledge::{Game, HeapList, MemoryBudget, size_of_integers};

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

/// A table whose values are known. Its rows are made when they are asked for: there may be millions.
pub struct ValueTable {
    game: String,
    heads: Vec<String>,
    rows: usize,
    values: TableValues,
    notes: Vec<String>,
    evidence: Evidence,
    stopped: Option<Stopped>,
}

enum TableValues {
    /// Of one pile, or of heaps that split.
    Column(ValueColumn),
    /// Of two piles, with so many columns.
    Rectangle(ValueBoard, u32),
}

enum ValueColumn {
    Board(ValueBoard),
    Heaps(HeapList),
}

/// A board that was solved, with the order of its piles.
struct ValueBoard {
    values: NimValues,
    order: PileOrder,
}

impl ValueBoard {
    fn value(&self, piles: &[u32]) -> Option<u32> {
        let mut piles = piles.to_vec();
        self.order.sort(&mut piles);
        self.values.heap(&piles)
    }
}

impl ValueColumn {
    fn value(&self, heap: usize) -> Option<u64> {
        match self {
            Self::Board(board) => Some(board.value(&[u32::try_from(heap).ok()?])?.into()),
            Self::Heaps(list) => list.get(heap),
        }
    }
}

impl Request for ValueTableRequest<'_> {
    type Answer = TableAnswer;

    fn answer(&self, watch: &dyn Watch) -> Result<TableAnswer, LabError> {
        Ok(self.solve(watch)?.answer(watch))
    }
}

impl<'a> ValueTableRequest<'a> {
    /// Solves the board. What a limit leaves of it is the table.
    ///
    /// # Errors
    /// If there is no such table, or nothing of it was reached.
    pub fn solve(&self, watch: &dyn Watch) -> Result<ValueTable, LabError> {
        let columns = self.columns.unwrap_or(self.rows);
        let (Some(last), true) = (self.rows.checked_sub(1), columns > 0) else {
            return Err(LabError::input(
                "a table of nim-values has at least one row and one column",
            ));
        };
        let too_many = |_| LabError::input("so many rows are too many for brute force");
        let last = u32::try_from(last).map_err(too_many)?;
        if let Some(heaps) = self.game.splitting() {
            let list = self.game.heap_values(last, watch)?;
            let notes = list.period.iter();
            let notes = notes.map(|period| format!("periodic: {period}")).collect();
            let (evidence, stopped) = (Evidence::Exhaustive(list.region()), list.stopped);
            let values = TableValues::Column(ValueColumn::Heaps(list));
            return Ok(self.table(&heaps.heap, values, notes, evidence, stopped));
        }
        let spec = self.spec()?;
        if spec.domain.is_some() {
            return Err(LabError::input(
                "a table of nim-values is for games in which every vector is a position",
            ));
        }
        let across = u32::try_from(columns).map_err(too_many)?;
        let max = match spec.dimension() {
            1 => last,
            _ => last.max(across - 1),
        };
        let values = solver::nim_values(spec, max, watch)?;
        let (evidence, stopped) = (
            Evidence::Exhaustive(values.region.to_string()),
            values.stopped,
        );
        let order = spec.piles.order;
        let board = ValueBoard { values, order };
        let values = match spec.dimension() {
            1 => TableValues::Column(ValueColumn::Board(board)),
            _ => {
                // Values are found by the first pile, which goes across: what is known of the first
                // row is shown.
                let reached = (0..across).take_while(|pile| board.value(&[*pile, 0]).is_some());
                let reached = reached.last().map_or(0, |pile| pile + 1);
                TableValues::Rectangle(board, reached)
            }
        };
        Ok(self.table(spec, values, Vec::new(), evidence, stopped))
    }

    fn table(
        &self,
        spec: &Spec,
        values: TableValues,
        notes: Vec<String>,
        evidence: Evidence,
        stopped: Option<Stopped>,
    ) -> ValueTable {
        let names: Vec<String> = spec.piles.names.iter().map(ToString::to_string).collect();
        let heads = match (&values, &names[..]) {
            (TableValues::Rectangle(_, columns), [first, second, ..]) => {
                let corner = format!("{second}\\{first}");
                let across = (0..*columns).map(|pile| pile.to_string());
                std::iter::once(corner).chain(across).collect()
            }
            _ => vec![
                names.into_iter().next().unwrap_or_default(),
                "value".to_owned(),
            ],
        };
        let mut table = ValueTable {
            game: self.game.name().to_owned(),
            heads,
            rows: self.rows,
            values,
            notes,
            evidence,
            stopped,
        };
        if table.stopped.is_some() {
            table.rows = table.reached();
        }
        table
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

impl ValueTable {
    /// The heads of the columns; the first is the number of the row.
    pub fn heads(&self) -> &[String] {
        &self.heads
    }

    /// How many rows are known.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How we know the values.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// What a reader should know of them.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Why there are fewer than wanted.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// The number of a row, and its values; nothing if one of them is not known.
    pub fn row(&self, number: usize) -> Option<Vec<u64>> {
        let values: Option<Vec<u64>> = match &self.values {
            TableValues::Column(column) => Some(vec![column.value(number)?]),
            TableValues::Rectangle(board, columns) => {
                let down = u32::try_from(number).ok()?;
                let values = (0..*columns).map(|across| board.value(&[across, down]));
                values.map(|value| value.map(u64::from)).collect()
            }
        };
        let number = u64::try_from(number).ok()?;
        Some(std::iter::once(number).chain(values?).collect())
    }

    /// How many rows are known whole. They are the first: no value is found before all smaller ones.
    fn reached(&self) -> usize {
        let (mut known, mut unknown) = (0, self.rows);
        while known < unknown {
            let middle = known + (unknown - known) / 2;
            match self.row(middle) {
                Some(_) => known = middle + 1,
                None => unknown = middle,
            }
        }
        known
    }

    /// The answer with all rows, as far as memory allows.
    pub fn answer(&self, watch: &dyn Watch) -> TableAnswer {
        let (mut rows, mut storage) = (Vec::new(), MemoryBudget::new(watch));
        let mut stopped = self.stopped;
        for row in (0..self.rows).map_while(|number| self.row(number)) {
            let row: Vec<Integer> = row.into_iter().map(Integer::from).collect();
            if let Err(full) = storage.hold(size_of_integers(&row)) {
                stopped = Some(full);
                break;
            }
            rows.push(row);
        }
        TableAnswer {
            game: self.game.clone(),
            heads: self.heads.clone(),
            rows,
            digits: Vec::new(),
            notes: self.notes.clone(),
            evidence: self.evidence.clone(),
            stopped: stopped.map(|stopped| stopped.to_string()),
        }
    }
}
