//! A drawing: rectangles, lines, dots and words on a page, placed in tenths of a pixel.
//!
//! All writers, SVG, PNG and TikZ, draw exactly these shapes, so that their pictures agree. A layout puts them where they belong to each
//! other; [`Drawing::trimmed`] cuts the page to what is on it.

use super::glyphs;

/// A length in tenths of a pixel.
pub(super) type Tenths = i64;

/// A number of things that are drawn.
pub(super) fn tenths(count: usize) -> Tenths {
    Tenths::try_from(count).expect("what lies in memory has fewer than 2^63 parts")
}

/// One pixel.
pub(super) const PIXEL: Tenths = 10;

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

/// A page with shapes, the later ones in front.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    /// What it shows, for readers who do not see it, and what they should know of it.
    pub(super) heading_lines: [String; 2],
    pub(super) width: Tenths,
    pub(super) height: Tenths,
    /// The title and the note on the page; in a paper the caption says them.
    pub(super) heading: Vec<DrawnShape>,
    pub(super) shapes: Vec<DrawnShape>,
}

/// A place on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) x: Tenths,
    pub(super) y: Tenths,
}

/// A rectangle with its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: Tenths,
    pub(super) y: Tenths,
    pub(super) width: Tenths,
    pub(super) height: Tenths,
}

impl Spot {
    pub(super) fn new(x: Tenths, y: Tenths) -> Self {
        Self { x, y }
    }
}

impl Area {
    /// The rectangle with this upper left corner.
    pub(super) fn new(corner: Spot, width: Tenths, height: Tenths) -> Self {
        Self {
            x: corner.x,
            y: corner.y,
            width,
            height,
        }
    }

    pub(super) fn middle(&self) -> Spot {
        Spot::new(self.x + self.width / 2, self.y + self.height / 2)
    }
}

/// Something drawn.
#[derive(Clone, Debug)]
pub(super) enum DrawnShape {
    /// Rectangles of one colour.
    Areas { areas: Vec<Area>, colour: Colour },
    /// A line through some places.
    Line {
        spots: Vec<Spot>,
        width: Tenths,
        colour: Colour,
        dashed: bool,
    },
    /// Discs of one size and colour.
    Dots {
        spots: Vec<Spot>,
        diameter: Tenths,
        colour: Colour,
    },
    /// A line of text.
    Words(TextLine),
}

/// A line of text.
#[derive(Clone, Debug)]
pub(super) struct TextLine {
    pub(super) text: String,
    /// Where it begins, ends or has its middle, on its base line.
    pub(super) at: Spot,
    pub(super) size: Tenths,
    pub(super) anchor: Anchor,
    pub(super) colour: Colour,
    /// Upwards, as along a vertical axis?
    pub(super) upwards: bool,
}

/// Which point of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// An empty page.
    pub(super) fn new(title: &str, note: &str) -> Self {
        Self {
            heading_lines: [title.to_owned(), note.to_owned()],
            width: 0,
            height: 0,
            heading: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// Where the picture ends on the right.
    pub(super) fn right_end(&self) -> Tenths {
        let bounds = self.shapes.iter().filter_map(DrawnShape::bounds);
        bounds.map(|bounds| bounds.right).max().unwrap_or(0)
    }

    /// The page cut to what is on it, with a margin all around.
    pub(super) fn trimmed(mut self, margin: Tenths) -> Self {
        let shapes = self.heading.iter().chain(&self.shapes);
        let Some(bounds) = shapes
            .filter_map(DrawnShape::bounds)
            .reduce(BoundingBox::join)
        else {
            return self;
        };
        // Whole pixels stay whole.
        let (right, down) = (whole(margin - bounds.left), whole(margin - bounds.top));
        for shape in self.heading.iter_mut().chain(&mut self.shapes) {
            shape.shift(right, down);
        }
        self.width = whole(bounds.right + right + margin);
        self.height = whole(bounds.bottom + down + margin);
        self
    }

    /// The same page so wide. Rectangles stay on whole pixels, so that those side by side leave no gap.
    pub(super) fn scaled_to(mut self, width: Tenths) -> Self {
        let from = self.width.max(1);
        let scale = |length: Tenths| length * width / from;
        for shape in self.heading.iter_mut().chain(&mut self.shapes) {
            shape.scale(&scale);
        }
        self.height = scale(self.height) / PIXEL * PIXEL;
        self.width = width;
        self
    }

    /// A rectangle.
    pub(super) fn area(&mut self, area: Area, colour: Colour) {
        self.shapes.push(DrawnShape::Areas {
            areas: vec![area],
            colour,
        });
    }

    /// A line.
    pub(super) fn line(&mut self, from: Spot, to: Spot, width: Tenths, colour: Colour) {
        self.path(vec![from, to], width, colour);
    }

    /// A line through some places.
    pub(super) fn path(&mut self, spots: Vec<Spot>, width: Tenths, colour: Colour) {
        self.shapes.push(DrawnShape::Line {
            spots,
            width,
            colour,
            dashed: false,
        });
    }

    /// Discs of one size.
    pub(super) fn dots(&mut self, spots: Vec<Spot>, diameter: Tenths, colour: Colour) {
        self.shapes.push(DrawnShape::Dots {
            spots,
            diameter,
            colour,
        });
    }

    /// A line of text.
    pub(super) fn words(
        &mut self,
        text: &str,
        at: Spot,
        size: Tenths,
        anchor: Anchor,
        colour: Colour,
    ) {
        self.shapes.push(DrawnShape::Words(TextLine {
            text: text.to_owned(),
            at,
            size,
            anchor,
            colour,
            upwards: false,
        }));
    }
}

/// The smallest rectangle around something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoundingBox {
    pub(super) left: Tenths,
    pub(super) right: Tenths,
    pub(super) top: Tenths,
    pub(super) bottom: Tenths,
}

impl BoundingBox {
    fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn around(at: Spot, radius: Tenths) -> Self {
        Self {
            left: at.x - radius,
            right: at.x + radius,
            top: at.y - radius,
            bottom: at.y + radius,
        }
    }
}

impl DrawnShape {
    /// What it covers; nothing if it has no parts.
    pub(super) fn bounds(&self) -> Option<BoundingBox> {
        match self {
            Self::Areas { areas, .. } => {
                let bounds = areas.iter().map(|area| BoundingBox {
                    left: area.x,
                    right: area.x + area.width,
                    top: area.y,
                    bottom: area.y + area.height,
                });
                bounds.reduce(BoundingBox::join)
            }
            Self::Line {
                spots, width: size, ..
            }
            | Self::Dots {
                spots,
                diameter: size,
                ..
            } => {
                let bounds = spots
                    .iter()
                    .map(|spot| BoundingBox::around(*spot, size / 2));
                bounds.reduce(BoundingBox::join)
            }
            Self::Words(words) => Some(words.bounds()),
        }
    }

    fn scale(&mut self, scale: &dyn Fn(Tenths) -> Tenths) {
        let move_to = |spot: &mut Spot| {
            spot.x = scale(spot.x);
            spot.y = scale(spot.y);
        };
        let snap = |length: Tenths| (scale(length) + PIXEL / 2).div_euclid(PIXEL) * PIXEL;
        match self {
            Self::Areas { areas, .. } => {
                for area in areas {
                    let (left, right) = (snap(area.x), snap(area.x + area.width));
                    let (top, bottom) = (snap(area.y), snap(area.y + area.height));
                    *area = Area::new(
                        Spot::new(left, top),
                        (right - left).max(PIXEL),
                        (bottom - top).max(PIXEL),
                    );
                }
            }
            Self::Line {
                spots, width: size, ..
            }
            | Self::Dots {
                spots,
                diameter: size,
                ..
            } => {
                spots.iter_mut().for_each(move_to);
                *size = scale(*size);
            }
            Self::Words(words) => {
                move_to(&mut words.at);
                words.size = scale(words.size);
            }
        }
    }

    fn shift(&mut self, right: Tenths, down: Tenths) {
        let shift = |spot: &mut Spot| {
            spot.x += right;
            spot.y += down;
        };
        match self {
            Self::Areas { areas, .. } => {
                for area in areas {
                    area.x += right;
                    area.y += down;
                }
            }
            Self::Line { spots, .. } | Self::Dots { spots, .. } => {
                spots.iter_mut().for_each(shift);
            }
            Self::Words(words) => shift(&mut words.at),
        }
    }
}

impl TextLine {
    /// Letters reach four fifths of their size above the base line, and a quarter below.
    fn bounds(&self) -> BoundingBox {
        let length = width_of(&self.text, self.size);
        let start = match self.anchor {
            Anchor::Start => 0,
            Anchor::Middle => -length / 2,
            Anchor::End => -length,
        };
        let (up, down) = (self.size * 8 / 10, self.size / 4);
        if self.upwards {
            BoundingBox {
                left: self.at.x - up,
                right: self.at.x + down,
                top: self.at.y - start - length,
                bottom: self.at.y - start,
            }
        } else {
            BoundingBox {
                left: self.at.x + start,
                right: self.at.x + start + length,
                top: self.at.y - up,
                bottom: self.at.y + down,
            }
        }
    }
}

/// The least number of whole pixels that are no less.
pub(super) fn whole(length: Tenths) -> Tenths {
    -(-length).div_euclid(PIXEL) * PIXEL
}

/// How long a text is in letters of this size.
pub(super) fn width_of(text: &str, size: Tenths) -> Tenths {
    glyphs::length(text).saturating_mul(size) / glyphs::EM
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, anchor: Anchor, upwards: bool) -> TextLine {
        TextLine {
            text: text.to_owned(),
            at: Spot { x: 1000, y: 1000 },
            size: 200,
            anchor,
            colour: Colour(0, 0, 0),
            upwards,
        }
    }

    #[test]
    fn words_cover_their_length() {
        let length = width_of("period", 200);
        assert!((400..900).contains(&length), "{length}");
        let across = words("period", Anchor::Start, false).bounds();
        assert_eq!((across.left, across.right), (1000, 1000 + length));
        let ending = words("period", Anchor::End, false).bounds();
        assert_eq!((ending.left, ending.right), (1000 - length, 1000));
        let up = words("period", Anchor::Start, true).bounds();
        assert_eq!((up.top, up.bottom), (1000 - length, 1000));
        assert_eq!((up.left, up.right), (840, 1050));
    }

    #[test]
    fn a_page_is_cut_to_what_is_on_it() {
        let mut page = Drawing::new("title", "note");
        let area = |x: Tenths| Area {
            x,
            y: 500,
            width: 100,
            height: 30,
        };
        page.area(area(-70), Colour(0, 0, 0));
        page.area(area(30), Colour(1, 1, 1));
        let page = page.trimmed(40);
        assert_eq!((page.width, page.height), (280, 110));
        let wide = page.scaled_to(560);
        assert_eq!((wide.width, wide.height), (560, 220));
        let bounds: Vec<BoundingBox> = wide.shapes.iter().filter_map(DrawnShape::bounds).collect();
        assert_eq!((bounds[0].left, bounds[0].right), (80, 280));
        assert_eq!((bounds[1].left, bounds[1].right), (280, 480));
        assert_eq!(
            [-11, -10, -9, 0, 1, 10, 11].map(whole),
            [-10, -10, 0, 0, 10, 10, 20]
        );
        let empty = Drawing::new("", "").trimmed(40).scaled_to(560);
        assert_eq!((empty.width, empty.height), (560, 0));
    }
}
