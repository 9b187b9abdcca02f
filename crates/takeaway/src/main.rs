//! A laboratory for take-away games: the command line.

fn main() {}
