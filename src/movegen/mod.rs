//! Which moves are legal.
//!
//! [`general`] is the slow path that follows the rules' model word by word and works for every game; it is the oracle.
//! `hot` is the fast path over compiled tables for the games that allow it. What both share is in `castling` and
//! `passing`.

#[cfg(test)]
mod agreement;
pub(crate) mod castling;
pub(crate) mod count;
pub mod general;
pub(crate) mod hot;
pub(crate) mod passing;
