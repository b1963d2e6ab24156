/// A replay of a game that is not ours: what the server reads of it, before what the game alone understands.
///
/// Bytes: `LRUN`, the form's number (1), the seed (eight bytes, the lowest first), how many bytes the ticket has, the
/// ticket, and the payload to the end.
public struct RunEnvelope: Hashable, Sendable {
    public static let ticketLimit = 64
    private static let beginning: [UInt8] = Array("LRUN".utf8) + [1]

    /// What the run began with: of the ticket, where there is one.
    public var seed: UInt64
    /// Empty: none.
    public var ticket: [UInt8]
    /// The inputs, in the game's own form.
    public var payload: [UInt8]

    public init(seed: UInt64, ticket: [UInt8] = [], payload: [UInt8]) {
        self.seed = seed
        self.ticket = ticket
        self.payload = payload
    }

    /// For the developer: why bytes are none.
    public struct Invalid: Error, Hashable, Sendable {
        public let sentence: String
    }

    public init(decoding bytes: [UInt8]) throws(Invalid) {
        let ticketCountOffset = Self.beginning.count + 8
        guard bytes.starts(with: Self.beginning) else { throw Invalid(sentence: "it doesn't start with LRUN and 1") }
        guard bytes.count > ticketCountOffset else { throw Invalid(sentence: "it's cut off") }
        seed = bytes[Self.beginning.count..<ticketCountOffset].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        let ticketCount = Int(bytes[ticketCountOffset])
        guard ticketCount <= Self.ticketLimit else { throw Invalid(sentence: "its ticket has \(ticketCount) bytes") }
        let rest = bytes.dropFirst(ticketCountOffset + 1)
        guard rest.count >= ticketCount else { throw Invalid(sentence: "its ticket is cut off") }
        ticket = Array(rest.prefix(ticketCount))
        payload = Array(rest.dropFirst(ticketCount))
    }

    /// The bytes; of a ticket that is too long, its beginning.
    public func encoded() -> [UInt8] {
        let ticket = ticket.prefix(Self.ticketLimit)
        return Self.beginning + HelperAnswer.bytes(seed) + [UInt8(ticket.count)]
            + ticket + payload
    }
}
