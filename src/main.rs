//! The program `ferz`.

fn main() {}
