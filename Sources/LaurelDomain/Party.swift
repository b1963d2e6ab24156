/// Players who meet by a code, in one game and environment (rule 14.9).
///
/// A player is in it for ten minutes after they entered, or until they leave; entering again begins anew. Who has come
/// by the code and sits in a match is in it for as long as they sit there (``PartySeats``). The code lives while
/// somebody is in it, an hour after the last was, and a day in all.
public struct Party: Hashable, Sendable {
    public static let presence = Timestamp.Span.minutes(10)
    public static let emptySpan = Timestamp.Span.hours(1)
    public static let span = Timestamp.Span.hours(24)
    /// In it at a time.
    public static let playersLimit = 100

    public let app: AppNumber
    public let environment: Environment
    public let code: PartyCode
    public let activity: ActivityID
    public let created: Timestamp
    /// When it was or will be empty, unless somebody sits in a match.
    public private(set) var emptied: Timestamp
    /// In order of entering; some may not be in it any more.
    public private(set) var players: [PartyPlayer]

    public init(
        app: AppNumber, environment: Environment, code: PartyCode, activity: ActivityID, created: Timestamp,
        emptied: Timestamp? = nil, players: [PartyPlayer] = []
    ) {
        self.app = app
        self.environment = environment
        self.code = code
        self.activity = activity
        self.created = created
        self.emptied = emptied ?? created
        self.players = players
    }

    /// When the code ends also if somebody is in it.
    public var lastEnd: Timestamp { created.advanced(by: Self.span) }

    /// When the code ends, if nobody enters any more and those who sit in a match stay there.
    public func ends(_ seats: PartySeats) -> Timestamp {
        guard seats.players.isEmpty else { return lastEnd }
        return min(lastEnd, max(emptied, seats.ended ?? emptied).advanced(by: Self.emptySpan))
    }

    public func isLive(at now: Timestamp, _ seats: PartySeats) -> Bool { now < ends(seats) }

    /// Who is in it, in order of entering.
    public func present(at now: Timestamp, _ seats: PartySeats) -> [PlayerNumber] {
        players.filter { $0.isPresent(at: now, seats) }.map(\.player)
    }

    public mutating func enter(_ player: PlayerNumber, at now: Timestamp, _ seats: PartySeats) {
        players.removeAll { $0.player == player || !$0.isPresent(at: now, seats) }
        players.append(PartyPlayer(player: player, entered: now))
        emptied = max(emptied, now.advanced(by: Self.presence))
    }

    /// Ends a player's ten minutes. Who sits in a match is in it all the same.
    ///
    /// - Returns: whether they had any left.
    @discardableResult
    public mutating func leave(_ player: PlayerNumber, at now: Timestamp, _ seats: PartySeats) -> Bool {
        guard players.contains(where: { $0.player == player && now < $0.presenceEnds }) else { return false }
        players.removeAll { $0.player == player || !$0.isPresent(at: now, seats) }
        if seats.players.contains(player) {
            // Still known as one who has come by the code.
            let stays = PartyPlayer(player: player, entered: now.advanced(by: -Self.presence))
            players.insert(stays, at: players.firstIndex { $0.entered > stays.entered } ?? players.endIndex)
        }
        emptied = players.map(\.presenceEnds).reduce(now, max)
        return true
    }
}

/// Who of a party's players sit in open matches that came of it: created after it, with its code's group (rule 14.9).
public struct PartySeats: Hashable, Sendable {
    public static let nobody = PartySeats(players: [], ended: nil)

    public let players: Set<PlayerNumber>
    /// When the last of those matches that are over ended, or a player was last known to sit in one that goes on
    /// without them. Nil: there is neither.
    public let ended: Timestamp?

    public init(players: Set<PlayerNumber>, ended: Timestamp?) {
        self.players = players
        self.ended = ended
    }
}

/// Somebody who entered a party.
public struct PartyPlayer: Hashable, Sendable {
    public let player: PlayerNumber
    /// When their ten minutes began.
    public let entered: Timestamp

    public init(player: PlayerNumber, entered: Timestamp) {
        self.player = player
        self.entered = entered
    }

    fileprivate var presenceEnds: Timestamp { entered.advanced(by: Party.presence) }

    fileprivate func isPresent(at now: Timestamp, _ seats: PartySeats) -> Bool {
        now < presenceEnds || seats.players.contains(player)
    }
}
