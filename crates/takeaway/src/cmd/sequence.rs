//! `takeaway sequence EXPR --rows N`: the values of a term in n.

use clap::Args;
use lab::SequenceRequest;

use super::tell_stop;
use crate::args::Layout;
use crate::desk::Desk;
use crate::failure::{Exit, Failure};
use crate::render::{self, Format, Grid};

/// The values of a term in n, exactly
///
/// The term is written as in a .game file: floor(n*phi^2), floor(7*n/4), n mod 3, floor(n*pi) xor n. Constants
/// may be rational, quadratic (phi, sqrt(2)) or other computable reals (pi, e, cbrt(20)); no rounding takes place.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  takeaway sequence \"floor(n*phi)\" --rows 10
  takeaway sequence \"floor(n*pi)\" --from 10^50 --rows 3
  takeaway sequence \"floor(n*(2+sqrt(2)))\" --rows 100 --format bfile")]
pub(crate) struct Sequence {
    /// The term
    #[arg(value_name = "EXPR")]
    term: String,
    /// How many values
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    /// The first n
    #[arg(long, value_name = "N", default_value = "0")]
    from: String,
    #[command(flatten)]
    layout: Layout,
}

impl Sequence {
    pub(crate) fn run(&self, desk: &mut Desk<'_>) -> Result<Exit, Failure> {
        let answer = desk.ask(&SequenceRequest {
            term: self.term.clone(),
            from: self.from.clone(),
            rows: self.rows,
        })?;
        if desk.json() || self.layout.format == Format::Json {
            desk.write_json(&answer)?;
        } else {
            let heads = vec!["n".to_owned(), "value".to_owned()];
            let grid = Grid::numbered(heads, answer.values.len(), |index| {
                vec![
                    answer.index(index).to_string(),
                    answer.values[index].to_string(),
                ]
            });
            render::grid(desk.out(), &grid, self.layout.format, Some("value"))?;
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&format!(
                "{stopped}; {} values were reached",
                answer.values.len()
            )),
            None => Exit::Yes,
        })
    }
}
