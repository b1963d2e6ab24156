public import LaurelDomain

/// What a run begins with.
public struct TicketAnswer: Answer, Hashable {
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

    public static let name = "Ticket"
    private static let bytes = Shape<[UInt8]>.base64(
        length: 1...88, example: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==")
    private static let seeds = Shape<Int64>.int64(in: 0...1 << 53 - 1).map(expected: "a number of 0 or more") {
        UInt64(exactly: $0)
    } back: {
        Int64(clamping: $0)
    }
    public static let fields = Fields(
        AnswerField("player", .text(3...64, example: "G:_00112233445566778899aabbccddeeff"), \.player),
        AnswerField("ticket", bytes, \.ticket), AnswerField("seed", seeds, \.seed),
        AnswerField("issued", .timestamp, \.issued), AnswerField("expires", .timestamp, \.expires),
        make: Self.init(player:ticket:seed:issued:expires:))
}

extension Shape where Value == [UInt8] {
    /// Bytes of an answer in base64 with padding (RFC 4648, section 4).
    ///
    /// - Parameter length: of the text.
    static func base64(
        length: ClosedRange<Int>, pattern: String = "^[A-Za-z0-9+/]*={0,2}$", example: String
    ) -> Shape {
        Shape(.string(.init(length: length, pattern: pattern, example: example))) {
            (reader) throws(JSONError) in
            guard let bytes = Base64.decode(try reader.string()) else {
                throw JSONError(.invalid(expected: "base64, padded with ="))
            }
            return bytes
        } write: {
            $1.value(Base64.encode($0))
        }
    }
}
