//! Numbers of any size as the digits that automata read, and back, faster than place by place.

use numeration::base::Base;
use numeration::natural::Natural;
use numeration::ostrowski::{Ostrowski, Side};
use numeration::real::Real;
use numeration::system::{NumerationSystem, Representation};

use super::System;

/// Writes and reads the digits of a [`System`].
///
/// ```
/// use logic::arithmetic::System;
///
/// let system = System::quadratic(5)?;
/// let zeckendorf = system.writer();
/// assert_eq!(zeckendorf.digits(&100u32.into()), [1, 0, 0, 0, 0, 1, 0, 1, 0, 0]);
/// assert_eq!(zeckendorf.number(&[1, 0, 0, 0, 0, 1, 0, 1, 0, 0]), 100);
/// # Ok::<(), logic::decide::DecideError>(())
/// ```
#[derive(Debug)]
pub struct DigitWriter {
    system: Box<dyn NumerationSystem>,
    /// How many of the last places are not written, since their digits are always 0.
    dropped: usize,
    /// How many places a letter has.
    places: usize,
}

impl System {
    /// Writes and reads the digits of this system.
    pub fn writer(&self) -> &DigitWriter {
        self.writer.0.get_or_init(|| DigitWriter::new(self))
    }
}

impl DigitWriter {
    fn new(of: &System) -> Self {
        let named = of
            .recurrent
            .as_deref()
            .and_then(|(form, _)| form.build().ok());
        let system: Box<dyn NumerationSystem> = match (named, of.alpha()) {
            (Some(named), _) => named,
            (None, None) => {
                let base = of.as_base().unwrap_or(2).unsigned_abs();
                Box::new(Base::new(Natural::from(base)).expect("a base is at least 2"))
            }
            (None, Some(alpha)) => {
                let d = Natural::from(alpha.d.unsigned_abs());
                let alpha = Real::quadratic(alpha.rational, alpha.root, d, alpha.divisor)
                    .expect("a generator is a quadratic irrational");
                Box::new(Ostrowski::new(&alpha, Side::Q).expect("every irrational has a q-system"))
            }
        };
        Self {
            system,
            dropped: usize::from(of.drops_last()),
            places: of.alphabet().places(),
        }
    }

    /// The digits of a number, the most significant first: whole letters, one at least.
    pub fn digits(&self, number: &Natural) -> Vec<u8> {
        let written = self
            .system
            .represent(number)
            .expect("a periodic system writes every number");
        let digit = |digit: Natural| u8::try_from(&digit).expect("radices are below 256");
        let mut digits: Vec<u8> = written.digits().skip(self.dropped).map(digit).collect();
        let letters = digits.len().div_ceil(self.places).max(1);
        digits.resize(letters * self.places, 0);
        digits.reverse();
        digits
    }

    /// The number that some digits, the most significant first, stand for.
    pub fn number(&self, digits: &[u8]) -> Natural {
        let lowest_first = digits.iter().rev().map(|&digit| u64::from(digit));
        let all = std::iter::repeat_n(0, self.dropped).chain(lowest_first);
        self.system
            .evaluate(&Representation::from_words_lowest_first(all.collect()))
            .expect("a periodic system has a weight for every place")
    }
}
