/// Every input of a run, so that the run can be played again to the bit.
///
/// ```swift
/// var log = InputLog(header: .init(coreID: 1, coreVersion: 1, seed: 42))
/// log.append(.jump)
/// let bytes = log.encoded()
/// ```
///
/// - Range: at most ``tickLimit`` ticks, ``ticketBytesLimit`` bytes of ticket.
public struct InputLog: Hashable, Sendable {
    /// 12 hours of play. Later ticks are not recorded.
    public static let tickLimit: Int32 = 12 * 3600 * 60
    /// A run that presses the button as fast as it can for an hour stays below.
    public static let spanLimit = 1 << 19
    public static let ticketBytesLimit = 64

    public struct Header: Hashable, Sendable {
        public let coreID: UInt32
        public let coreVersion: UInt16
        public let seed: UInt64
        /// What a server gave before the run, opaque here; empty for a run without one.
        public let ticket: [UInt8]

        /// - Parameter ticket: cut to ``InputLog/ticketBytesLimit``.
        public init(coreID: UInt32, coreVersion: UInt16, seed: UInt64, ticket: [UInt8] = []) {
            self.coreID = coreID
            self.coreVersion = coreVersion
            self.seed = seed
            self.ticket = Array(ticket.prefix(InputLog.ticketBytesLimit))
        }
    }

    /// The same input, tick after tick.
    public struct Span: Hashable, Sendable {
        public let input: Input
        public internal(set) var ticks: Int32
    }

    public let header: Header
    /// Neighbours differ, and none is empty: a run has one log only.
    public private(set) var spans: [Span] = []
    public private(set) var tickCount: Int32 = 0

    public init(header: Header) { self.header = header }

    /// A log for a new run of a game.
    ///
    /// - Parameter version: nil: the present one.
    public init<Core: Simulation>(of core: Core.Type, seed: UInt64, version: UInt16? = nil, ticket: [UInt8] = []) {
        self.init(
            header: Header(
                coreID: Core.coreID, coreVersion: version ?? Core.coreVersion, seed: seed, ticket: ticket))
    }

    /// Records one tick.
    /// - Returns: false when the log is full, and then records nothing.
    @discardableResult
    public mutating func append(_ input: Input) -> Bool { append(input, ticks: 1) }

    /// Records a run of equal ticks: all of it or, when it does not fit, nothing.
    @discardableResult
    public mutating func append(_ input: Input, ticks: Int32) -> Bool {
        guard ticks > 0, ticks <= Self.tickLimit &- tickCount else { return false }
        if let last = spans.indices.last, spans[last].input == input {
            spans[last].ticks &+= ticks
        } else {
            guard spans.count < Self.spanLimit else { return false }
            spans.append(Span(input: input, ticks: ticks))
        }
        tickCount &+= ticks
        return true
    }
}
