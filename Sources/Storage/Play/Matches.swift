public import LaurelDomain
public import LaurelMatches

/// What a commit says about a turn-based match.
public enum MatchWrite: Hashable, Sendable {
    /// The match is so from now on.
    ///
    /// - seats: those that are otherwise than they were. - data: nil: as it was.
    case kept(MatchGame, Match, seats: [Seat], data: [UInt8]?)
    /// It was deleted or archived. Its number is never used again.
    case gone(MatchGame, MatchNumber)
    /// No seat has the player's number any more.
    case erased(PlayerNumber)
}

/// What the journal's writer reads of matches. Calls block, as ``Journal``'s do.
public protocol MatchJournal: Sendable {
    /// All that are kept, by game, each game's in order of number.
    func matches() throws(StoreError) -> [MatchGame: [Match]]
    /// The highest number that a match of each game ever had.
    func lastMatches() throws(StoreError) -> [MatchGame: MatchNumber]
}

/// A match with its data, as of one moment.
public struct MatchRecord: Hashable, Sendable {
    public let match: Match
    public let data: [UInt8]

    public init(match: Match, data: [UInt8]) {
        self.match = match
        self.data = data
    }
}

/// Matches, for those who only read.
public protocol MatchDirectory: Sendable {
    func match(_ number: MatchNumber, of game: MatchGame) async throws(StoreError) -> MatchRecord?
}
