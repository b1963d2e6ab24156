public import LaurelDomain
import LaurelMatches
public import LaurelScores
public import LaurelStorage

/// What the use cases about parties share.
///
/// The codes are in the store, so another server that takes it over knows them, and who sits in their matches; tries
/// are counted in memory, by the one that owns it.
public struct Parties: Sendable {
    /// Wrong codes that a player may type in any minute (rule 14.9).
    static let triesOfPlayer = TryWindows.Limit(count: 10, span: .minutes(1))
    /// From one address.
    static let triesOfAddress = TryWindows.Limit(count: 60, span: .minutes(1))
    /// New codes of one player.
    static let codesOfPlayer = AttemptRate(burst: 30, interval: .minutes(1))

    let keeper: ScoreKeeper
    let catalogue: Catalogue
    let directory: any PartyDirectory
    let meetings: Meetings
    let words: WordFilter
    let random: Random
    /// Server time, which dates matches, too.
    let clock: Clock
    /// For what is counted of tries: nobody sets it.
    let steady: Clock
    let making = AttemptLimiter()
    let tries = TryWindows()
    /// One change after the other.
    let gate = SerialGate()

    public init(
        _ keeper: ScoreKeeper, _ accounts: Accounts, friends graph: FriendGraph, directory: any PartyDirectory
    ) {
        self.keeper = keeper
        catalogue = accounts.catalogue
        self.directory = directory
        meetings = Meetings(keeper, accounts, friends: graph)
        words = accounts.words
        random = accounts.random
        clock = Clock { [keeper] in keeper.now() }
        steady = accounts.steady ?? accounts.clock
    }
}

/// Where somebody asks about a code.
public struct PartyRoom: Sendable {
    public let app: App
    public let environment: Environment
    public let address: ClientAddress

    public init(app: App, environment: Environment, address: ClientAddress) {
        self.app = app
        self.environment = environment
        self.address = address
    }
}

/// A party with the activity that it is about.
public struct PartyDetails: Sendable {
    public let party: Party
    public let app: App
    public let activity: ActivityDefinition
    /// In it now, in order of entering.
    public let present: [PlayerNumber]
    /// When the code ends, if nobody enters any more and those who sit in a match stay there.
    public let ends: Timestamp
}

extension ScoreKeeper {
    /// Who of a party's players sit in matches that came of it. From memory.
    func seats(of party: Party) -> PartySeats {
        matches.read(MatchGame(app: party.app, environment: party.environment)) { book in
            book.seats(of: party.players.map(\.player), group: party.code.matchGroup, since: party.created)
        }
    }
}

public enum PartyError: Error, StoreFailure, Hashable, Sendable {
    case unknownActivity(ActivityID)
    /// The activity has no codes.
    case noCodes(ActivityID)
    /// There is no such code, there is none any more, or somebody who is in it may not be met.
    case unknownParty
    /// Somebody uses this code for something else.
    case codeTaken
    case full(limit: Int)
    /// The player meets no strangers (rule 1.1).
    case restricted
    case banned
    case tooManyAttempts(Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
