//! The package `takeaway` for Python: what crosses the border.
//!
//! The module `takeaway._core` opens games and asks them; the package around it (`python/takeaway`) gives the answers their
//! classes, their pictures and their documentation. Nothing is decided here: a question becomes a request of [`lab`], and its
//! answer becomes plain objects (`plain`). Whatever may take long goes through one door (`work`).

mod array;
mod batch;
mod board;
mod buffer;
mod command_line;
mod error;
mod game;
mod number;
mod pictures;
mod plain;
mod position;
mod proofs;
mod questions;
mod search;
mod work;

/// Games are opened and asked here; use the package `takeaway` around it.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::array::Array;
    #[pymodule_export]
    use super::batch::time_of_a_loop;
    #[pymodule_export]
    use super::command_line::command_line;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::number::{crossed, integer, shown};
    #[pymodule_export]
    use super::position::piles;
    #[pymodule_export]
    use super::questions::{
        array, check, fraction, games, invent, matrix, paper_list, papers, plot, prove, represent,
        sequence, split, splittings, value,
    };
    #[pymodule_export]
    use super::search::{Search, Stop, make_directory, search_report};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::work::loaded();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
