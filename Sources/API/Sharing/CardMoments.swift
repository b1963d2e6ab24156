import LaurelDomain

/// Which picture beside a game's page shows where a run of some score ended.
///
/// A game on this site has them in `cards.txt`, a line each: leaderboard, lowest score, file. The picture of the
/// highest score that the run has reached stands for it; a leaderboard without a line has none.
struct CardMoments: Sendable {
    static let file = "cards.txt"
    /// Of the file: what is longer is none of ours.
    static let bytesLimit = 16_384

    private struct Moment: Sendable {
        let leaderboard: String
        let from: Int64
        let picture: String
    }

    private let moments: [Moment]

    /// - Parameter text: the file's. Lines that are no such line are left out.
    init(_ text: [UInt8]) {
        guard text.count <= Self.bytesLimit else {
            moments = []
            return
        }
        moments = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let from = Int64(words[1]), words[2].allSatisfy(Self.isPlain) else { return nil }
            return Moment(leaderboard: String(words[0]), from: from, picture: String(words[2]))
        }
    }

    /// The file's name; nil: there is none.
    func picture(of value: Int64, on leaderboard: LeaderboardID) -> String? {
        moments.filter { $0.leaderboard == leaderboard.text && $0.from <= value }.max { $0.from < $1.from }?.picture
    }

    /// Of a name that leads into no other folder.
    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "." || character == "-")
    }
}
