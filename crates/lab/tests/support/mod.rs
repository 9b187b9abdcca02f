//! What the tests of the papers share.

pub(crate) mod plain;
