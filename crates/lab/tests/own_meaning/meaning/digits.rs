//! The digits of numbers by plain loops: greedily, by the weights of a system.

use super::tree::{Numerals, PlaceRule, Shape};

impl Numerals {
    pub(crate) const ALL: [Self; 3] = [Self::Binary, Self::Fibonacci, Self::Tribonacci];

    /// What the language calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Fibonacci => "zeckendorf",
            Self::Tribonacci => "recurrence(1, 1, 1)",
        }
    }

    /// The weights up to one that is larger than a number, the smallest first.
    fn weights(self, number: i128) -> Vec<i128> {
        let mut weights = match self {
            Self::Binary => vec![1],
            Self::Fibonacci => vec![1, 2],
            Self::Tribonacci => vec![1, 2, 4],
        };
        let terms = weights.len();
        while weights[weights.len() - 1] <= number {
            let last = &weights[weights.len() - terms..];
            weights.push(match self {
                Self::Binary => 2 * last[0],
                _ => last.iter().sum(),
            });
        }
        weights
    }

    /// The digits of a number, the lowest first, without leading zeros: none of 0.
    fn lowest_first(self, number: i128) -> Vec<i128> {
        let (mut rest, mut digits) = (number, Vec::new());
        for weight in self.weights(number).into_iter().rev() {
            digits.push(rest / weight);
            rest %= weight;
        }
        digits.reverse();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits
    }

    /// The number with a 0 appended to its digits, or without the last one.
    pub(crate) fn shifted(self, left: bool, number: i128) -> i128 {
        let digits = self.lowest_first(number);
        let weights = self.weights(4 * number + 4);
        let places = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
        let weight = |place: usize| match (left, place) {
            (true, place) => weights[place + 1],
            (false, 0) => 0,
            (false, place) => weights[place - 1],
        };
        places.map(|(place, digit)| digit * weight(place)).sum()
    }

    /// Has the number digits of this shape? Those of 0 are a single 0.
    pub(crate) fn has_shape(self, number: i128, shape: Shape) -> bool {
        let mut digits = self.lowest_first(number);
        if digits.is_empty() {
            digits.push(0);
        }
        let zeros = digits.iter().position(|digit| *digit == 1);
        match shape {
            Shape::EvenEnding => zeros.is_some_and(|zeros| zeros % 2 == 0),
            Shape::OddEnding => zeros.is_some_and(|zeros| zeros % 2 == 1),
            Shape::Pair => digits.windows(2).any(|pair| pair == [1, 1]),
            Shape::Length(least, most) => (least..=most).contains(&digits.len()),
            Shape::Ones => digits.iter().all(|digit| *digit == 1),
            Shape::EndsIn(last) => digits[0] == last,
        }
    }

    /// Do the digits of two numbers satisfy a rule in every place, and where there are none?
    pub(crate) fn in_every_place(self, numbers: [i128; 2], rule: PlaceRule) -> bool {
        let [first, second] = numbers.map(|number| self.lowest_first(number));
        (0..=first.len().max(second.len())).all(|place| {
            let digit = |digits: &[i128]| digits.get(place).copied().unwrap_or(0);
            let (first, second) = (digit(&first), digit(&second));
            match rule {
                PlaceRule::SumAtMost(most) => first + second <= most,
                PlaceRule::SumEven => (first + second) % 2 == 0,
                PlaceRule::Rising => first <= second,
            }
        })
    }
}

impl Shape {
    /// The pattern for it.
    pub(crate) fn pattern(self) -> String {
        match self {
            Self::EvenEnding => ".*1(00)*".to_owned(),
            Self::OddEnding => ".*1(00)*0".to_owned(),
            Self::Pair => ".*11.*".to_owned(),
            Self::Length(least, most) => format!(".{{{least},{most}}}"),
            Self::Ones => "1+".to_owned(),
            Self::EndsIn(last) => format!("[01]*{last}"),
        }
    }
}
