//! Positions in messages.

use numeration::abbreviated::abbreviated;
use rules::position::Position;

/// A position whose long piles are shown by their ends.
pub fn brief(position: &Position) -> String {
    let piles: Vec<String> = position.piles().iter().map(abbreviated).collect();
    format!("({})", piles.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Position, brief};

    #[test]
    fn long_piles_are_abbreviated() {
        let long = "12".repeat(50).parse().expect("a number");
        let position = Position::unchecked(vec![3_u32.into(), long]);
        assert_eq!(brief(&position), "(3, 121212…121212 (100 digits))");
    }
}
