//! Nim-values of a game with two piles, or of a slice of a game with three, by brute force; one pile is in `heaps`.

use logic::watch::Watch;
use numeration::natural::Natural;
use rules::evidence::Evidence;
use rules::nim_value::NimValue;
use rules::spec::Spec;
use solver::NimValues;

use super::positions::{board, sizes, slice_piles, spec_of};
use super::{Axis, HeatMap, Picture, PlotAnswer, Slice, heaps, titled};
use crate::LabError;
use knowledge::Game;

/// Cells of larger boards would be smaller than a pixel or two.
const LARGEST: u32 = 400;

pub(super) fn draw(
    game: &Game,
    max: &Natural,
    slice: Option<&Slice>,
    watch: &dyn Watch,
) -> Result<PlotAnswer, LabError> {
    if let Some(spec) = game.splitting() {
        return heaps::draw_split(game, spec, max, slice, watch);
    }
    let spec = spec_of(game)?;
    if let (1, None) = (spec.dimension(), slice) {
        return heaps::draw(game, spec, max, watch);
    }
    let max = board(max, LARGEST)?;
    let plane = ValuePlane::new(spec, max, slice)?;
    let solved = solver::nim_values(spec, max, watch)?;
    let axis = |place: usize| Axis {
        name: plane.names[place].clone(),
        least: 0,
        greatest: i64::from(max),
    };
    let values = (0..=max)
        .map(|up| {
            (0..=max)
                .map(|across| plane.value(spec, &solved, across, up))
                .collect()
        })
        .collect();
    Ok(PlotAnswer {
        title: match plane.fixed {
            None => format!("Nim-values of {}", titled(game)),
            Some((_, size)) => {
                format!(
                    "Nim-values of {}: {} = {size}",
                    titled(game),
                    plane.names[2]
                )
            }
        },
        note: format!(
            "brute force from the rules, {}; 0 marks the P-positions",
            solved.region
        ),
        evidence: Evidence::Exhaustive(solved.region.to_string()),
        picture: Picture::HeatMap(HeatMap {
            x: axis(0),
            y: axis(1),
            name: "nim-value".to_owned(),
            values,
        }),
        stopped: solved.stopped,
    })
}

/// The positions that are shown.
struct ValuePlane {
    /// The piles across and up.
    piles: [usize; 2],
    /// The pile that is fixed, and its size.
    fixed: Option<(usize, u32)>,
    /// The names of the piles across and up, and of the fixed one.
    names: Vec<String>,
}

impl ValuePlane {
    fn new(spec: &Spec, max: u32, slice: Option<&Slice>) -> Result<Self, LabError> {
        match (spec.dimension(), slice) {
            (2, None) => Ok(Self {
                piles: [0, 1],
                fixed: None,
                names: spec.piles.names.iter().map(ToString::to_string).collect(),
            }),
            (3, Some(slice)) => {
                let piles = slice_piles(spec, slice)?;
                match sizes(slice, max)?[..] {
                    [size] => Ok(Self {
                        piles: piles.others,
                        fixed: Some((piles.fixed, size)),
                        names: piles.names.to_vec(),
                    }),
                    _ => Err(LabError::input(
                        "one picture shows the nim-values of one slice: give one size",
                    )),
                }
            }
            (3, None) => Err(LabError::input(format!(
                "with three piles, one must be fixed: add --slice {}=0",
                spec.piles.names[0]
            ))),
            (1 | 2, Some(_)) => Err(LabError::input("a slice is of a game with three piles")),
            (piles, _) => Err(LabError::input(format!(
                "nim-values are drawn for games with one, two or three piles, and this one has {piles}"
            ))),
        }
    }

    fn value(&self, spec: &Spec, solved: &NimValues, across: u32, up: u32) -> Option<u64> {
        let mut piles = vec![0; spec.dimension()];
        piles[self.piles[0]] = across;
        piles[self.piles[1]] = up;
        if let Some((pile, size)) = self.fixed {
            piles[pile] = size;
        }
        spec.piles.order.sort(&mut piles);
        solved.value(&piles).as_ref().and_then(small)
    }
}

fn small(value: &NimValue) -> Option<u64> {
    value.to_string().parse().ok()
}
