//! What is for games whose piles stay, and not for those in which heaps split.

use knowledge::Game;
use rules::spec::Spec;

use crate::LabError;

/// The formulas of a game whose piles stay; none if it is not written as formulas.
///
/// # Errors
/// If heaps split in it, with the reason why that will not do.
pub fn piles_of<'g>(game: &'g Game, why: &str) -> Result<Option<&'g Spec>, LabError> {
    match game.splitting() {
        Some(_) => Err(LabError::input(format!(
            "heaps split in {}: {why}",
            game.name()
        ))),
        None => Ok(game.spec()),
    }
}
