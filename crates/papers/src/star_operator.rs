//! The ⋆-operator: from a set of positions, the game whose moves are its members.
//!
//! An *invariant subtraction game* has one set of vectors, each of which may be taken from every position that is large
//! enough. The game G⋆ has the non-zero P-positions of G for its moves. U. Larsson, P. Hegarty and A. S. Fraenkel
//! (*Invariant and dual subtraction games resolving the Duchêne-Rigo conjecture*, Theoret. Comput. Sci. 412 (2011), 729–735) use it to
//! find an invariant game with given P-positions: if G⋆⋆ has the P-positions of G, it is such a game. For the Mouse game it is the
//! *mouse trap*.
//!
//! ```
//! use papers::star_operator::star;
//! use logic::Unwatched;
//!
//! // Take 1 or 2 tokens: lost are the multiples of 3. Then take a multiple of 3: lost are 0, 1 and 2.
//! let lost = star(1, 20, &[vec![1], vec![2]], &Unwatched)?;
//! assert_eq!(lost, (0..7).map(|n| vec![3 * n]).collect::<Vec<_>>());
//! assert_eq!(star(1, 20, &lost, &Unwatched)?, [[0], [1], [2]]);
//! # Ok::<(), logic::Stopped>(())
//! ```

use logic::watch::{Stopped, Watch};
use rules::spec::PileOrder;
use solver::advance;

/// The P-positions, with every pile at most `max`, of the game with so many piles in which each of the non-zero vectors may
/// be taken from every position that is large enough; in lexicographic order.
///
/// # Errors
/// If the watch stops the work, or the board needs too much memory.
pub fn star(
    dimension: usize,
    max: u32,
    taken: &[Vec<u32>],
    watch: &dyn Watch,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let side = max as usize + 1;
    let cells = (0..dimension).try_fold(1usize, |cells, _| cells.checked_mul(side));
    let allowed = watch.memory_limit().unwrap_or(1 << 36);
    let needed = |cells: usize| cells as u64 / 8;
    let Some(cells) = cells.filter(|&cells| needed(cells) <= allowed) else {
        let needed = cells.map_or(u64::MAX, needed);
        return Err(Stopped::Memory { needed, allowed });
    };
    let number = |vector: &[u32]| {
        vector
            .iter()
            .fold(0, |number, &pile| number * side + pile as usize)
    };
    let moves: Vec<&Vec<u32>> = taken
        .iter()
        .filter(|vector| vector.iter().any(|&pile| pile > 0))
        .collect();
    let offsets: Vec<usize> = moves.iter().map(|vector| number(vector)).collect();
    let mut won = vec![0u64; cells.div_ceil(64)];
    let mut lost = Vec::new();
    let mut piles = vec![0; dimension];
    loop {
        let place = number(&piles);
        if won[place / 64] >> (place % 64) & 1 == 0 {
            watch.check()?;
            for (vector, offset) in moves.iter().zip(&offsets) {
                if piles
                    .iter()
                    .zip(*vector)
                    .all(|(pile, more)| max - pile >= *more)
                {
                    won[(place + offset) / 64] |= 1 << ((place + offset) % 64);
                }
            }
            lost.push(piles.clone());
        }
        if !advance(&mut piles, max, PileOrder::Ordered) {
            return Ok(lost);
        }
    }
}
