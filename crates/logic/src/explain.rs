//! Why a formula is false on given numbers.
