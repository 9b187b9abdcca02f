//! Pictures: what the lab answers as plain data, laid out on a page that is cut to it, as SVG, PNG or TikZ.
//!
//! `scatter`, `heat`, `heaps`, `array`, `automaton`, `curves` and `strip` lay out one kind of picture each, with the frame of `page` around it; `drawing` has
//! the shapes, which `svg` and `tikz` write down and `png` paints with `raster` and the letters of `glyphs`. Coordinates are whole numbers
//! throughout, so that a picture is the same on every machine.

mod array;
pub(crate) mod automaton;
mod curves;
mod drawing;
mod glyphs;
mod heaps;
mod heat;
mod page;
mod palette;
mod png;
mod raster;
mod scatter;
pub(crate) mod strip;
mod svg;
mod tikz;

use lab::{Picture, PlotAnswer};

pub(crate) use drawing::Drawing;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Shapes and words, of any size.
    Svg,
    /// Pixels.
    Png,
    /// A picture for a LaTeX document.
    Tikz,
}

/// Lays out a picture.
pub(crate) fn lay_out(answer: &PlotAnswer) -> Drawing {
    let drawing = match &answer.picture {
        Picture::Scatter(picture) => scatter::lay_out(answer, picture),
        Picture::HeatMap(picture) => heat::lay_out(answer, picture),
        Picture::Heaps(picture) => heaps::lay_out(answer, picture),
        Picture::Array(picture) => array::lay_out(answer, picture),
        Picture::Curves(picture) => curves::lay_out(answer, picture),
        Picture::Strip(picture) => strip::lay_out(answer, picture),
    };
    page::headed(drawing)
}

/// The bytes of a file, or why there are none.
pub(crate) fn write(drawing: &Drawing, format: PictureFormat) -> Result<Vec<u8>, String> {
    match format {
        PictureFormat::Svg => Ok(svg::write(drawing).into_bytes()),
        PictureFormat::Tikz => Ok(tikz::write(drawing).into_bytes()),
        PictureFormat::Png => png::write(drawing).map_err(|error| error.to_string()),
    }
}

/// A picture as the bytes of a file, or why there are none.
///
/// # Errors
/// If it cannot be packed.
pub fn picture(answer: &PlotAnswer, format: PictureFormat) -> Result<Vec<u8>, String> {
    write(&lay_out(answer), format)
}
