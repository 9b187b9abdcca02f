//! Pictures: what the lab answers as plain data, laid out on a page of the shape of a slide, as SVG or PNG.
//!
//! `scatter`, `heat`, `array` and `curves` lay out one kind of picture each, with the frame of `page` around it; `drawing` has the
//! shapes, which `svg` writes down and `png` paints with `raster` and the letters of `glyphs`. Coordinates are whole numbers
//! throughout, so that a picture is the same on every machine.

mod array;
mod curves;
mod drawing;
mod glyphs;
mod heat;
mod page;
mod palette;
mod png;
mod raster;
mod scatter;
mod svg;

use lab::{Picture, PlotAnswer};

pub(crate) use drawing::Drawing;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    /// Shapes and words, of any size.
    Svg,
    /// Pixels.
    Png,
}

/// Lays out a picture.
pub(crate) fn lay_out(answer: &PlotAnswer) -> Drawing {
    match &answer.picture {
        Picture::Scatter(picture) => scatter::lay_out(answer, picture),
        Picture::HeatMap(picture) => heat::lay_out(answer, picture),
        Picture::Array(picture) => array::lay_out(answer, picture),
        Picture::Curves(picture) => curves::lay_out(answer, picture),
    }
}

/// The bytes of a file, or why there are none.
pub(crate) fn write(drawing: &Drawing, format: PictureFormat) -> Result<Vec<u8>, String> {
    match format {
        PictureFormat::Svg => Ok(svg::write(drawing).into_bytes()),
        PictureFormat::Png => png::write(drawing).map_err(|error| error.to_string()),
    }
}
