#!/usr/bin/env bash
# Instructions, counted by valgrind: the same on every run, however busy the machine is.
#
# benches/peers/instructions.sh                     the usual table
# benches/peers/instructions.sh GAME DEPTH [FEN]    one game, by function: where the instructions of its perft go
#
# Valgrind does not have every processor's instructions; a game is looked up as on the processor that it shows.
set -euo pipefail
cd "$(dirname "$0")"
command -v valgrind >/dev/null || { echo "valgrind is not installed (Debian: apt-get install valgrind)" >&2; exit 1; }
cargo build --release --quiet --bin work
work=${CARGO_TARGET_DIR:-target}/release/work
out=$(mktemp); trap 'rm -f "$out"' EXIT

instructions() { # instructions ARGS...: of one run of `work`
    valgrind --tool=callgrind --callgrind-out-file="$out" "$work" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

row() { # row GAME DEPTH [FEN]: of the last ply, for each position in which moves are looked for, and for each move
    local game=$1 depth=$2 fen=("${@:3}") nodes leaves less more
    nodes=$("$work" perft "$game" $((depth - 1)) "${fen[@]}")
    leaves=$("$work" perft "$game" "$depth" "${fen[@]}")
    less=$(instructions perft "$game" $((depth - 1)) "${fen[@]}")
    more=$(instructions perft "$game" "$depth" "${fen[@]}")
    printf '| %s, depth %s | %d | %s |\n' "$game${fen:+, $fen}" "$depth" $(((more - less) / nodes)) \
        "$(awk "BEGIN { printf \"%.1f\", ($more - $less) / $leaves }")"
}

if [ $# -ge 2 ]; then
    row "$@"
    callgrind_annotate "$out" | sed -n '/Ir.*file:function/,$p' | head -40
    exit
fi
echo "| perft | instructions a position | a leaf |"
echo "|---|---:|---:|"
row chess 4
row chess 4 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
row king-support-chess 4
row capablanca 4
row shogi 4
row xiangqi 3
row kjempe-chess 3
row games/army.toml 3
echo
echo "| loading | thousand instructions to read | and to make tables |"
echo "|---|---:|---:|"
nothing=$(instructions nothing)
for game in chess king-support-chess shogi xiangqi kjempe-chess games/army.toml; do
    read=$(instructions read "$game")
    load=$(instructions load "$game")
    echo "| $game | $(((read - nothing) / 1000)) | $(((load - read) / 1000)) |"
done
