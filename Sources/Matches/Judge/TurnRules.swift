/// The rules of a game whose judge the server is (rule 12.40): pure functions over bytes, which alone know what the
/// bytes mean.
///
/// They are asked with any bytes, by the one writer: they must neither trap nor wait. ``Judge`` holds them to the
/// limits. States are kept for as long as a match lasts, and must be read by every later version.
public protocol TurnRules: Sendable {
    /// How many can play.
    var seats: ClosedRange<Int> { get }

    /// A new game.
    ///
    /// - Parameters:
    ///   - seats: within ``seats``.
    ///   - seed: drawn by the server; nobody else knows it.
    func start(seats: Int, seed: UInt64) -> [UInt8]

    /// The state after a move.
    ///
    /// - Returns: nil: the move isn't legal, it isn't this seat's turn, or the bytes are no state.
    func apply(_ move: [UInt8], by seat: Seat, to state: [UInt8]) -> [UInt8]?

    /// The state after a seat has left. It has no more turns.
    ///
    /// - Returns: nil: the bytes are no state.
    func leave(_ seat: Seat, from state: [UInt8]) -> [UInt8]?

    /// What the player of a seat may know, during the game and after it.
    ///
    /// - Returns: nil: the bytes are no state, or it has no such seat.
    func view(of seat: Seat, in state: [UInt8]) -> [UInt8]?

    /// Who is next, or how it ended.
    ///
    /// - Parameter playing: those who haven't left; outcomes are theirs alone.
    /// - Returns: nil: the bytes are no state.
    func standing(in state: [UInt8], of playing: [Seat]) -> TurnStanding?

    /// What they alone award: players can't send it themselves.
    var prizes: TurnPrizes { get }

    /// What a game that is over has brought. Only what is among ``prizes`` counts.
    ///
    /// - Parameter playing: those who haven't left.
    func awards(in state: [UInt8], to playing: [Seat]) -> TurnAwards
}

/// Of a game without leaderboards and achievements of its rules.
extension TurnRules {
    public var prizes: TurnPrizes { TurnPrizes() }
    public func awards(in state: [UInt8], to playing: [Seat]) -> TurnAwards { TurnAwards() }
}

/// Where a judged game is.
public enum TurnStanding: Hashable, Sendable {
    case turn(Seat)
    /// By seat, of all who play.
    case over([Seat: MatchOutcome])
}
