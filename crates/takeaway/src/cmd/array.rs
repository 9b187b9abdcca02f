//! `takeaway array --rows R --columns C`: the array A of the Frankenstein paper and its kin.

use clap::Args;
use papers::{ArrayAnswer, ArrayRequest, Located, Property};

use super::tell_stop;
use crate::args::TableLayout;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::render::{self, Format, Grid};

/// The array A of the Frankenstein paper, and its kin from other recurrences
///
/// Row n begins with the n-th number whose digits do not end in 0; each further entry has one 0 more. So every
/// positive integer stands at exactly one place. What is known of rows and columns is stated with its evidence and
/// tested on the entries shown. Recurrences: 3,-1 for the array of the paper, 1,1 for the Wythoff array, other
/// coefficients that do not grow, such as 2,1, or B,-1 with B at least 3. Any others, such as 1,2 or n+1,1 (terms in n), are built as equation (10) of
/// the paper says, each row from the least number that no earlier row has; then it is seen whether a number stands at two places. The
/// name is frankenstein, wythoff or stolarsky.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway array --rows 10 --columns 6
  takeaway array --locate 10^50
  takeaway array stolarsky
  takeaway array --recurrence 1,1 --format latex
  takeaway array --recurrence 6,-1
  takeaway array --recurrence 1,2 --initial 1
  takeaway array --from 10^20 --rows 3 --columns 2")]
pub(crate) struct ArrayArgs {
    /// The name of an array, instead of a recurrence
    #[arg(value_parser = ["frankenstein", "wythoff", "stolarsky"], conflicts_with_all = ["recurrence", "initial"])]
    name: Option<String>,
    /// How many rows
    #[arg(long, value_name = "R", default_value_t = 10)]
    rows: usize,
    /// How many columns
    #[arg(long, value_name = "C", default_value_t = 6)]
    columns: usize,
    /// The number of the first row
    #[arg(long, value_name = "N", default_value = "0")]
    from: String,
    /// The recurrence of the columns
    #[arg(
        long,
        value_name = "B1,B2,…",
        default_value = "3,-1",
        allow_hyphen_values = true
    )]
    recurrence: String,
    /// The initial values of the recurrence [default: 1, and 0 for a negative coefficient]
    #[arg(long, value_name = "U(-1),U(-2),…", allow_hyphen_values = true)]
    initial: Option<String>,
    /// Show the place of this number instead
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    locate: Option<String>,
    #[command(flatten)]
    layout: TableLayout,
}

impl ArrayArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let locate = self.locate.as_deref().map(files::number).transpose()?;
        let shown = locate.is_none();
        let answer = desk.ask(&ArrayRequest {
            recurrence: self.name.as_ref().unwrap_or(&self.recurrence).clone(),
            initial: self.initial.clone(),
            from: files::number(&self.from)?,
            rows: if shown { self.rows } else { 0 },
            columns: self.columns,
            locate,
        })?;
        let json = desk.json() || self.layout.format == Format::Json;
        match &answer.located {
            _ if json => desk.write_json(&answer)?,
            Some(located) => write_located(desk, &answer, located)?,
            None => self.write(desk, &answer)?,
        }
        Ok(match &answer.stopped {
            Some(stopped) => {
                let rows = lab::counted(answer.rows.len(), "row was", "rows were");
                tell_stop(&format!("{stopped}; {rows} reached"))
            }
            None => Exit::Yes,
        })
    }

    fn write(&self, desk: &mut CommandContext<'_>, answer: &ArrayAnswer) -> Result<(), Failure> {
        // As many columns as were reached: more may have been asked for than there is room for.
        let reached = answer.rows.first().map_or(0, Vec::len);
        let columns = (0..reached).map(|column| format!("A_{column}"));
        let heads = ["n".to_owned()].into_iter().chain(columns).collect();
        let grid = Grid::numbered(heads, answer.rows.len(), |index| {
            let entries = answer.rows[index].iter().map(ToString::to_string);
            [answer.index(index).to_string()]
                .into_iter()
                .chain(entries)
                .collect()
        });
        let text = self.layout.format == Format::Text;
        if text {
            writeln!(desk.out(), "{}", answer.title)?;
        }
        let column = self.layout.column.as_deref();
        render::grid(desk.out(), &grid, self.layout.format, column)?;
        if text {
            for property in &answer.properties {
                write_property(desk, property)?;
            }
        }
        Ok(())
    }
}

/// A statement with its evidence, for a reader.
pub(super) fn write_property(
    desk: &mut CommandContext<'_>,
    property: &Property,
) -> Result<(), Failure> {
    let here = match property.holds_here {
        Some(true) => "; true of the entries above",
        Some(false) => "; NOT true of the entries above",
        None => "",
    };
    writeln!(desk.out(), "- {}", property.statement)?;
    writeln!(desk.out(), "  [{}{here}]", property.evidence)?;
    Ok(())
}

fn write_located(
    desk: &mut CommandContext<'_>,
    answer: &ArrayAnswer,
    located: &Located,
) -> Result<(), Failure> {
    let (number, row) = (desk.number(&located.number), desk.number(&located.row));
    let column = located.column;
    let because = located.digits.as_ref().map_or(String::new(), |digits| {
        let zeros = match column {
            0 => "do not end in 0".to_owned(),
            1 => "end in one 0".to_owned(),
            more => format!("end in {more} zeros"),
        };
        let digits = desk.digits(digits);
        format!(": its digits {digits} in {} {zeros}", answer.system)
    });
    writeln!(
        desk.out(),
        "{number} stands in row {row}, column {column}, of {}{because}",
        answer.title
    )?;
    Ok(())
}
