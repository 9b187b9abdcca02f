//! The vectors that can be added to a game as moves, on a board.

use discovery::redundant::added;
use logic::watch::Watch;
use numeration::natural::Natural;

use super::positions::{board, spec_of};
use super::{Axis, Picture, PlotAnswer, Point, Scatter, Series, Slice, titled};
use crate::LabError;
use crate::redundant::vectors;
use knowledge::Game;

/// Points of larger boards would lie on top of each other.
const LARGEST: u32 = 400;

pub(super) fn draw(
    game: &Game,
    max: &Natural,
    slice: Option<&Slice>,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    let names = &spec_of(game)?.piles.names;
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let max = board(max, LARGEST)?;
    let plane = VectorPlane::new(&names, max, slice)?;
    let (vectors, evidence) = vectors(game, watch)?;
    let (mut free, mut bound) = (Vec::new(), Vec::new());
    for x in 0..=max {
        watch.check()?;
        for y in 0..=max {
            let vector = plane.vector(x, y);
            let point = Point {
                x: i64::from(x),
                y: i64::from(y),
            };
            match added::holds(&vectors, &vector) {
                true => free.push(point),
                false if vector.iter().any(|taken| *taken > 0) => bound.push(point),
                false => {}
            }
        }
    }
    let series = |name: &str, points| Series {
        name: name.to_owned(),
        points,
    };
    let axis = |place: usize| Axis {
        name: format!("from {}", names[place]),
        least: 0,
        greatest: i64::from(max),
    };
    Ok(PlotAnswer {
        title: format!(
            "Vectors that can be added to {}{}",
            titled(game),
            plane.told(&names)
        ),
        note: "a vector can be added if no P-position minus it is a P-position".to_owned(),
        evidence,
        picture: Picture::Scatter(Scatter {
            x: axis(plane.across),
            y: axis(plane.up),
            series: vec![
                series("can be added", free),
                series("cannot be added", bound),
            ],
            rays: Vec::new(),
        }),
        stopped: None,
    })
}

/// Two entries of a vector; the third one, if there are three, is fixed.
struct VectorPlane {
    across: usize,
    up: usize,
    fixed: Option<(usize, u32)>,
}

impl VectorPlane {
    fn new(names: &[String], max: u32, slice: Option<&Slice>) -> Result<Self, LabError> {
        match (names.len(), slice) {
            (2, None) => Ok(Self {
                across: 0,
                up: 1,
                fixed: None,
            }),
            (3, Some(slice)) => Self::slice(names, max, slice),
            (3, None) => Err(LabError::input(format!(
                "with three piles, say how much is taken from one of them, such as --slice {}=4",
                names[2]
            ))),
            _ => Err(LabError::input(
                "vectors of two entries are drawn, or of three of which one is fixed",
            )),
        }
    }

    fn slice(names: &[String], max: u32, slice: &Slice) -> Result<Self, LabError> {
        let place = names.iter().position(|name| *name == slice.pile);
        let place = place.ok_or_else(|| {
            LabError::input(format!(
                "there is no pile `{}`; the piles are {}",
                slice.pile,
                names.join(", ")
            ))
        })?;
        let sizes = super::positions::sizes(slice, max)?;
        let [size] = sizes.as_slice() else {
            return Err(LabError::input("this picture shows one slice"));
        };
        let others = [[1, 2], [0, 2], [0, 1]][place];
        Ok(Self {
            across: others[0],
            up: others[1],
            fixed: Some((place, *size)),
        })
    }

    fn vector(&self, x: u32, y: u32) -> Vec<u32> {
        match self.fixed {
            None => vec![x, y],
            Some((place, size)) => {
                let mut vector = vec![size; 3];
                vector[self.across] = x;
                vector[self.up] = y;
                vector[place] = size;
                vector
            }
        }
    }

    fn told(&self, names: &[String]) -> String {
        match self.fixed {
            None => String::new(),
            Some((place, size)) => format!(": {size} from {}", names[place]),
        }
    }
}
