//! Numbers and how to write them: exact naturals, integers and reals, and the numeration systems of the papers.

pub mod natural;
pub mod real;
