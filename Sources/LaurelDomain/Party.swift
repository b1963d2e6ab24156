/// Players who meet by a code, in one game and environment (rule 14.9).
///
/// A player is in it for ten minutes after they entered, or until they leave; entering again begins anew. The code
/// lives while somebody is in it, an hour after the last was, and a day in all.
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
    /// When it was or will be empty.
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

    /// When the code ends, if nobody enters any more.
    public var ends: Timestamp { min(created.advanced(by: Self.span), emptied.advanced(by: Self.emptySpan)) }

    public func isLive(at now: Timestamp) -> Bool { now < ends }

    /// Who is in it, in order of entering.
    public func present(at now: Timestamp) -> [PlayerNumber] {
        players.filter { now < $0.entered.advanced(by: Self.presence) }.map(\.player)
    }

    public mutating func enter(_ player: PlayerNumber, at now: Timestamp) {
        players.removeAll { $0.player == player || now >= $0.entered.advanced(by: Self.presence) }
        players.append(PartyPlayer(player: player, entered: now))
        emptied = max(emptied, now.advanced(by: Self.presence))
    }

    /// - Returns: whether they were in it.
    @discardableResult
    public mutating func leave(_ player: PlayerNumber, at now: Timestamp) -> Bool {
        guard players.contains(where: { $0.player == player && now < $0.entered.advanced(by: Self.presence) }) else {
            return false
        }
        players.removeAll { $0.player == player || now >= $0.entered.advanced(by: Self.presence) }
        emptied = players.map { $0.entered.advanced(by: Self.presence) }.max() ?? now
        return true
    }
}

/// Somebody who entered a party.
public struct PartyPlayer: Hashable, Sendable {
    public let player: PlayerNumber
    public let entered: Timestamp

    public init(player: PlayerNumber, entered: Timestamp) {
        self.player = player
        self.entered = entered
    }
}
