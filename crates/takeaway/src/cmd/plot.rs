//! `takeaway plot …`: pictures as SVG, PNG or TikZ.

use std::path::Path;

use clap::{Args, Subcommand, ValueEnum};
use lab::{LabError, Picture, PlotAnswer, PlotRequest, Request, Slice, Subject};
use papers::{FigureRequest, RowOrder};

use super::tell_stop;
use crate::desk::CommandContext;
use crate::failure::{Exit, Failure};
use crate::files;
use crate::new_file::{NewFile, OverwritePolicy};
use crate::render::picture::{self, PictureFormat};

/// Pictures as SVG, PNG or TikZ: P-positions, nim-values, fractals, the array, the cost of strategies
///
/// The ending of the output file says how it is written: .svg, .png, 1920 pixels wide, or .tikz or .tex for \input in a LaTeX
/// document, without the title, which is the caption's. Without an output file, or with `-`, the picture goes to standard
/// output as SVG, or as --format says. A file that exists is left alone unless --force is given. With --json the numbers behind the
/// picture are shown.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
#[command(after_help = "\
Examples:
  takeaway plot positions wythoff --max 100 --output wythoff.svg
  takeaway plot positions rat --max 200 --output rat.png
  takeaway plot positions nim --max 63 --slice \"x[3]=21,42\" --output nim.png
  takeaway plot values wythoff --max 60 --output values.png
  takeaway plot values raleigh --max 30 --slice c=20 --output slice.svg
  takeaway plot values \"subtraction:set={2,5,7}\" --max 60 --output heaps.tikz
  takeaway plot vectors wythoff --max 60 --output vectors.svg
  takeaway plot shortcuts --d 6 --output figure-1.svg
  takeaway plot array --output array.png
  takeaway plot strip frankenstein 1,3,8 --text
  takeaway plot cost --output cost.png")]
pub(crate) struct PlotArgs {
    #[command(subcommand)]
    kind: PlotCommand,
}

#[derive(Debug, Subcommand, serde::Deserialize, serde::Serialize)]
enum PlotCommand {
    Positions(PlotPositionsArgs),
    Values(PlotValuesArgs),
    Vectors(PlotVectorsArgs),
    Shortcuts(PlotShortcutsArgs),
    Array(PlotArrayArgs),
    Strip(PlotStripArgs),
    Cost(PlotCostArgs),
}

/// The P-positions of a game
///
/// Two piles: one over the other, with the slopes that they tend to where the game claims its P-positions; otherwise each
/// slope is that of the line that fits all rows best (least squares, exactly). More piles: each over the first one, or with
/// --slice two of three piles, the third having a fixed size.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotPositionsArgs {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N", default_value = "100")]
    max: String,
    /// A pile with its size, or sizes, such as z=5 or z=5,8
    #[arg(long, value_name = "PILE=K,…", value_parser = cut)]
    slice: Option<Cut>,
    #[command(flatten)]
    target: PictureTarget,
}

/// The nim-values of a game with one or two piles, or of a slice of one with three
///
/// One pile: the value over the heap, every other period shaded. Two piles: a square of colours; where no value is above 7, each has
/// a colour of its own, the same in every such picture.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotValuesArgs {
    /// The game
    game: String,
    /// The largest pile
    #[arg(long, value_name = "N", default_value = "50")]
    max: String,
    /// A pile with its size, such as z=5
    #[arg(long, value_name = "PILE=K", value_parser = cut)]
    slice: Option<Cut>,
    #[command(flatten)]
    target: PictureTarget,
}

/// The vectors that can be added to a game as moves without changing its P-positions
///
/// Of two piles, or of three with what is taken from one of them. See `takeaway redundant`.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotVectorsArgs {
    /// The game
    game: String,
    /// The largest number of tokens that is taken from a pile
    #[arg(long, value_name = "N", default_value = "40")]
    max: String,
    /// What is taken from one of three piles, such as z=4
    #[arg(long, value_name = "PILE=K", value_parser = cut)]
    slice: Option<Cut>,
    #[command(flatten)]
    target: PictureTarget,
}

/// The fractals of the shortcut matrix: the differences of consecutive ternary codes
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotShortcutsArgs {
    /// The number of piles
    #[arg(long, value_name = "D")]
    d: String,
    /// Leave out the differences below 0, as the larger figures of the paper do
    #[arg(long)]
    non_negative: bool,
    /// Order the rows from the first column on (Remark 1 of the paper)
    #[arg(long)]
    from_first: bool,
    #[command(flatten)]
    target: PictureTarget,
}

/// The array of the Frankenstein paper, with the columns of 1, 2, 3, …
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotArrayArgs {
    /// How many rows
    #[arg(long, value_name = "R", default_value_t = 11)]
    rows: usize,
    /// How many columns
    #[arg(long, value_name = "C", default_value_t = 7)]
    columns: usize,
    #[command(flatten)]
    target: PictureTarget,
}

/// A position of Frankenstein on its strip, with who wins
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotStripArgs {
    /// The game: frankenstein, or frankenstein:reading=literal
    game: String,
    /// The squares with coins; 0 is the empty strip
    position: String,
    /// Show the strip in letters on standard output
    #[arg(long, conflicts_with = "output")]
    text: bool,
    #[command(flatten)]
    target: PictureTarget,
}

/// What the strategies cost against the number of digits, as it was measured once
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PlotCostArgs {
    #[command(flatten)]
    target: PictureTarget,
}

/// Where a picture goes.
#[derive(Debug, Args, serde::Deserialize, serde::Serialize)]
struct PictureTarget {
    /// The file to write, ending in .svg, .png, .tikz or .tex, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: String,
    /// How the picture is written on standard output
    #[arg(long, value_enum, default_value_t = OutputFormat::Svg)]
    format: OutputFormat,
    /// Write over a file that exists
    #[arg(long)]
    force: bool,
}

/// The formats that are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
enum OutputFormat {
    /// For browsers
    Svg,
    /// For LaTeX
    Tikz,
}

impl PlotArgs {
    pub(crate) fn run(&self, desk: &mut CommandContext<'_>) -> Result<Exit, Failure> {
        let (request, target) = self.kind.request()?;
        let place = target.place()?;
        let answer = desk.ask(&*request)?;
        if desk.json() {
            desk.write_json(&answer)?;
        }
        if let (PlotCommand::Strip(PlotStripArgs { text: true, .. }), Picture::Strip(strip)) =
            (&self.kind, &answer.picture)
            && !desk.json()
        {
            write!(desk.out(), "{}", picture::strip::in_letters(strip))?;
            writeln!(desk.out(), "{}", answer.note)?;
            writeln!(desk.out(), "evidence: {}", answer.evidence)?;
            return Ok(Exit::Yes);
        }
        match place {
            PictureDestination::Output if desk.json() => {}
            PictureDestination::Output => {
                let format = match target.format {
                    OutputFormat::Svg => PictureFormat::Svg,
                    OutputFormat::Tikz => PictureFormat::Tikz,
                };
                desk.out().write_all(&bytes(&answer, format)?)?;
            }
            PictureDestination::File(file, format) => file.write(&bytes(&answer, format)?)?,
        }
        Ok(match &answer.stopped {
            Some(stopped) => tell_stop(&format!("{stopped}; {}", answer.note)),
            None => Exit::Yes,
        })
    }
}

impl PlotCommand {
    fn request(&self) -> Result<(PlotOrFigure, &PictureTarget), Failure> {
        Ok(match self {
            Self::Positions(plot) => (
                of_game(Subject::Positions {
                    game: files::open(&plot.game)?,
                    max: files::number(&plot.max)?,
                    slice: slice(plot.slice.as_ref())?,
                }),
                &plot.target,
            ),
            Self::Values(plot) => (
                of_game(Subject::Values {
                    game: files::open(&plot.game)?,
                    max: files::number(&plot.max)?,
                    slice: slice(plot.slice.as_ref())?,
                }),
                &plot.target,
            ),
            Self::Vectors(plot) => (
                of_game(Subject::Vectors {
                    game: files::open(&plot.game)?,
                    max: files::number(&plot.max)?,
                    slice: slice(plot.slice.as_ref())?,
                }),
                &plot.target,
            ),
            Self::Shortcuts(plot) => (
                Box::new(FigureRequest::Shortcuts {
                    d: papers::dimension(&files::pile(plot.d.trim())?)?,
                    order: if plot.from_first {
                        RowOrder::FromFirst
                    } else {
                        RowOrder::FromLast
                    },
                    non_negative: plot.non_negative,
                }),
                &plot.target,
            ),
            Self::Array(plot) => (
                Box::new(FigureRequest::Array {
                    rows: plot.rows,
                    columns: plot.columns,
                }),
                &plot.target,
            ),
            Self::Strip(plot) => {
                let (game, coins) = files::open_at(&plot.game, &plot.position)?;
                (of_game(Subject::Strip { game, coins }), &plot.target)
            }
            Self::Cost(plot) => (Box::new(FigureRequest::Cost), &plot.target),
        })
    }
}

/// A question that a picture answers: of a game, or of a paper.
type PlotOrFigure = Box<dyn Request<Answer = PlotAnswer>>;

fn of_game(subject: Subject) -> PlotOrFigure {
    Box::new(PlotRequest { subject })
}

/// A picture in a file of its own, beside another answer.
pub(super) struct PictureFile(NewFile, PictureFormat);

impl PictureFile {
    /// Looks at the file before any work is done. A file that exists is written over.
    pub(super) fn at(path: &str) -> Result<Self, Failure> {
        let format = format_of(path)?;
        Ok(Self(NewFile::at(path, OverwritePolicy::Replace)?, format))
    }

    /// Writes it.
    pub(super) fn write(self, answer: &PlotAnswer) -> Result<(), Failure> {
        self.0.write(&bytes(answer, self.1)?)
    }
}

/// Where a picture goes, and how it is written there.
enum PictureDestination {
    /// Standard output.
    Output,
    /// A file.
    File(NewFile, PictureFormat),
}

impl PictureTarget {
    /// Looks at the file before any work is done.
    fn place(&self) -> Result<PictureDestination, Failure> {
        if self.output == "-" {
            return Ok(PictureDestination::Output);
        }
        let format = format_of(&self.output)?;
        let existing = if self.force {
            OverwritePolicy::Replace
        } else {
            OverwritePolicy::Keep
        };
        Ok(PictureDestination::File(
            NewFile::at(&self.output, existing)?,
            format,
        ))
    }
}

/// How a file of this name is written.
fn format_of(path: &str) -> Result<PictureFormat, Failure> {
    let ending = Path::new(path).extension();
    let ending = ending.and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        Some("tikz" | "tex") => Ok(PictureFormat::Tikz),
        _ => Err(Failure::input(format!(
            "`{path}` ends in none of .svg, .png, .tikz and .tex, so that it is not clear what to write"
        ))),
    }
}

fn bytes(answer: &PlotAnswer, format: PictureFormat) -> Result<Vec<u8>, Failure> {
    picture::write(&picture::lay_out(answer), format)
        .map_err(|why| Failure::Limit(format!("the picture could not be packed: {why}")))
}

/// A pile and its sizes, as typed: `z=5,8`.
type Cut = (String, String);

fn cut(text: &str) -> Result<Cut, String> {
    let (pile, sizes) = text
        .split_once('=')
        .ok_or("a slice is a pile and its size, such as z=5")?;
    Ok((pile.trim().to_owned(), sizes.to_owned()))
}

fn slice(cut: Option<&Cut>) -> Result<Option<Slice>, LabError> {
    let Some((pile, sizes)) = cut else {
        return Ok(None);
    };
    let sizes = sizes.split(',').map(|size| lab::number(size.trim()));
    Ok(Some(Slice {
        pile: pile.clone(),
        sizes: sizes.collect::<Result<_, _>>()?,
    }))
}
