import Glibc

/// What `Benchmarks/run` needs beside wrk: a store with many players, and somebody who plays on while it measures.
@main struct LoadDriver {
    static let usage = """
        usage: LoadDriver seed DATA_FOLDER PLAYERS TOKENS_FILE
               LoadDriver play PORT GAME LEADERBOARD TOKENS_FILE RATE SECONDS
               LoadDriver open PORT PATH TOKENS_FILE RATE SECONDS CONNECTIONS read|write
        """

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "seed" where words.count == 4:
                guard let players = Int(words[2]), (1...50_000_000).contains(players) else { throw Failure(usage) }
                try Seeding(folder: words[1], players: players, tokensFile: words[3]).run()
            case "play" where words.count == 7:
                guard let port = UInt16(words[1]), let rate = Int(words[5]), let seconds = Int(words[6]) else {
                    throw Failure(usage)
                }
                let path = "/v1/games/\(words[2])/leaderboards/\(words[3])"
                try BackgroundPlay(port: port, path: path, tokensFile: words[4], rate: rate, seconds: seconds).run()
            case "open" where words.count == 8:
                guard let port = UInt16(words[1]), let rate = Double(words[4]), let seconds = Double(words[5]),
                    let connections = Int(words[6]), rate > 0, seconds > 0, (1...1_000).contains(connections)
                else { throw Failure(usage) }
                try OpenLoop(
                    port: port, path: words[2], tokens: readTokens(words[3]), rate: rate, seconds: seconds,
                    connections: connections, isWrite: words[7] == "write"
                ).run()
            default: throw Failure(usage)
            }
        } catch {
            print("failed: \(error)")
            exit(1)
        }
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The same numbers for the same seed (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
