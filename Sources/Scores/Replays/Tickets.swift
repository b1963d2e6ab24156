public import LaurelDomain

/// What a run begins with so that the server knows when: a number, a seed and a moment, sealed for one player in one
/// game.
///
/// Nothing is stored before a run is handed in with it. Then its number is, in the same commit as the score, until
/// the ticket is too old to prove anything.
public struct Ticket: Hashable, Sendable {
    /// How long it may prove anything.
    public static let lifetime = Timestamp.Span.hours(24)
    /// By how much a run may seem longer than the time since its ticket: clocks drift, and steps run ahead of the
    /// picture.
    public static let tolerance = Timestamp.Span.seconds(3)
    /// What may pass between ticket and score beside the run itself, for it to be *live*: pauses, and a network that
    /// was away.
    public static let idleLimit = Timestamp.Span.minutes(15)

    public let bytes: [UInt8]
    public let seed: UInt64
    public let issued: Timestamp
    package let number: UInt64

    public var expires: Timestamp { issued.advanced(by: Self.lifetime) }
}

/// For whom a ticket is good.
package struct TicketHolder: Hashable, Sendable {
    package let player: PlayerNumber
    package let app: AppNumber
    package let environment: Environment

    package init(player: PlayerNumber, app: AppNumber, environment: Environment) {
        self.player = player
        self.app = app
        self.environment = environment
    }
}

/// Makes and reads tickets: 31 bytes, which are layout (1), moment (6), number (8) and seal (16). The seed is made of
/// the rest of the seal, so that nobody chooses it.
public struct Tickets: Sendable {
    static let layout: UInt8 = 1
    static let byteCount = 31
    private static let sealed = 15
    /// Every JSON reader takes such a seed as it is.
    private static let seedMask: UInt64 = 1 << 53 - 1

    private let code: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameter code: a message's authentication code under the server's key: 32 bytes, such as HMAC with SHA-256.
    public init(code: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.code = code }

    /// - Parameter random: 8 bytes.
    package func make(for holder: TicketHolder, at now: Timestamp, random: [UInt8]) -> Ticket {
        let moment = UInt64(bitPattern: now.milliseconds)
        let head =
            [Self.layout] + (0..<6).map { UInt8(truncatingIfNeeded: moment >> UInt64($0 * 8)) }
            + (0..<8).map { random.indices.contains($0) ? random[$0] : 0 }
        return ticket(head, for: holder)
    }

    /// - Returns: nil for what was not made here, or for somebody else.
    package func read(_ bytes: [UInt8], for holder: TicketHolder) -> Ticket? {
        guard bytes.count == Self.byteCount, bytes[0] == Self.layout else { return nil }
        let ticket = ticket(Array(bytes.prefix(Self.sealed)), for: holder)
        // All bytes are compared, so that the time it takes says nothing.
        let difference = zip(ticket.bytes, bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? ticket : nil
    }

    private func ticket(_ head: [UInt8], for holder: TicketHolder) -> Ticket {
        let owner = [holder.player.rawValue, holder.app.rawValue].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32($0 * 8)) }
        }
        let seal = code(head + owner + [holder.environment.rawValue])
        return Ticket(
            bytes: head + seal.prefix(Self.byteCount - Self.sealed),
            seed: Self.number(seal.suffix(8)) & Self.seedMask,
            issued: Timestamp(clamping: Int64(Self.number(head[1..<7]))), number: Self.number(head[7..<15]))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
