//! Counts by the other crates, as bulk-counted as ours.

use cozy_chess::PieceMoves;

/// Leaves under a position of chess.
pub fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves: PieceMoves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Leaves under a position of Shogi.
pub fn haitaka(board: &haitaka::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    let mut count = |moves: haitaka::PieceMoves| {
        if depth == 1 {
            nodes += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += haitaka(&child, depth - 1);
            }
        }
        false
    };
    board.generate_board_moves(&mut count);
    board.generate_drops(&mut count);
    nodes
}
