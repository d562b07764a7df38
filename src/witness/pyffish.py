# Answers the questions of `ferz verify` with the Python package pyffish, in lines of the protocol UCI.
import sys

try:
    import pyffish
except Exception as problem:
    print("info string no pyffish: %s: %s" % (type(problem).__name__, problem), flush=True)
    sys.exit(3)


def version():
    numbers = ".".join(str(number) for number in pyffish.version())
    return "pyffish %s (%s)" % (numbers, pyffish.info().split(" by ")[0].strip())


def divide(game, fen, moves, free, depth):
    legal = pyffish.legal_moves(game, fen, moves, free)
    if depth <= 1:
        return [(move, 1) for move in legal]
    below = lambda move: sum(count for _, count in divide(game, fen, moves + [move], free, depth - 1))
    return [(move, below(move)) for move in legal]


def main():
    game, free, fen, moves = "chess", False, None, []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            games = " ".join("var " + name for name in pyffish.variants())
            print("id name " + version())
            print("option name UCI_Variant type combo default chess " + games)
            print("option name VariantPath type string default <empty>")
            print("uciok")
        elif words[0] == "isready":
            print("readyok")
        elif words[0] == "setoption":
            name, _, value = line.strip()[len("setoption name ") :].partition(" value ")
            if name == "VariantPath":
                with open(value) as file:
                    pyffish.load_variant_config(file.read())
            elif name == "UCI_Variant":
                game = value
            elif name == "UCI_Chess960":
                free = value == "true"
        elif words[0] == "position":
            at = words.index("moves") if "moves" in words else len(words)
            fen, moves = " ".join(words[2:at]), words[at + 1 :]
        elif words[0] == "d":
            print("Fen: " + pyffish.get_fen(game, fen, moves, free, False, True))
        elif words[:2] == ["go", "perft"]:
            counts = divide(game, fen, moves, free, int(words[2]))
            for move, count in counts:
                print("%s: %d" % (move, count))
            print("Nodes searched: %d" % sum(count for _, count in counts))
        elif words[0] == "quit":
            return
        sys.stdout.flush()


main()
