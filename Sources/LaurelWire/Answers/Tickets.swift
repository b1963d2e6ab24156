public import LaurelDomain

/// What a run begins with.
public struct TicketAnswer: Sendable {
    /// Whose ticket it is: nobody else's run is live by it. A page may have asked before another one signed in.
    public var player: String
    /// Goes into the log's header.
    public var ticket: [UInt8]
    /// Of the run; below 2^53, so that every JSON reader takes it as it is.
    public var seed: UInt64
    public var issued: Timestamp
    public var expires: Timestamp

    public init(player: String, ticket: [UInt8], seed: UInt64, issued: Timestamp, expires: Timestamp) {
        self.player = player
        self.ticket = ticket
        self.seed = seed
        self.issued = issued
        self.expires = expires
    }

    public static let schema = Schema.object(
        "Ticket",
        [
            .init("player", .string(.init(length: 3...64, example: "G:_00112233445566778899aabbccddeeff"))),
            .init(
                "ticket",
                .string(
                    .init(
                        length: 1...88, pattern: "^[A-Za-z0-9+/]*={0,2}$",
                        example: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="))),
            .init("seed", .integer(0...1 << 53 - 1)), .init("issued", Shape<Timestamp>.timestamp.schema),
            .init("expires", Shape<Timestamp>.timestamp.schema),
        ])
}

extension JSONWriter {
    public mutating func value(_ answer: TicketAnswer) {
        beginObject()
        field("player", answer.player)
        field("ticket", Base64.encode(answer.ticket))
        field("seed", Int64(answer.seed))
        field("issued", answer.issued)
        field("expires", answer.expires)
        endObject()
    }
}
