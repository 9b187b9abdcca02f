//! A drawing: rectangles, lines, dots and words on a page, placed in tenths of a pixel.
//!
//! Both writers, SVG and PNG, draw exactly these shapes, so that their pictures agree.

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
    /// What it shows, for readers who do not see it.
    pub(super) title: String,
    pub(super) width: Tenths,
    pub(super) height: Tenths,
    pub(super) shapes: Vec<Shape>,
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

/// Something drawn.
#[derive(Clone, Debug)]
pub(super) enum Shape {
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
    Words(Words),
}

/// A line of text.
#[derive(Clone, Debug)]
pub(super) struct Words {
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
    pub(super) fn new(title: &str, width: Tenths, height: Tenths) -> Self {
        let mut page = Self {
            title: title.to_owned(),
            width,
            height,
            shapes: Vec::new(),
        };
        page.area(
            Area {
                x: 0,
                y: 0,
                width,
                height,
            },
            super::palette::PAPER,
        );
        page
    }

    /// A rectangle.
    pub(super) fn area(&mut self, area: Area, colour: Colour) {
        self.shapes.push(Shape::Areas {
            areas: vec![area],
            colour,
        });
    }

    /// A line.
    pub(super) fn line(&mut self, from: Spot, to: Spot, width: Tenths, colour: Colour) {
        self.shapes.push(Shape::Line {
            spots: vec![from, to],
            width,
            colour,
            dashed: false,
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
        self.shapes.push(Shape::Words(Words {
            text: text.to_owned(),
            at,
            size,
            anchor,
            colour,
            upwards: false,
        }));
    }
}
