public import LaurelDomain

/// What a server asks another one for: a piece of its newest snapshot of a stream.
public struct SnapshotQuestion: Hashable, Sendable {
    public let stream: StreamID
    /// Names what is fetched: all its pieces are of the file that was the newest one at the first question.
    public let fetch: UInt64
    /// A snapshot that begins there or before isn't wanted.
    public let after: JournalSequence
    /// Bytes of the file before the piece.
    public let offset: Int

    private static let byteCount = 40

    public init(stream: StreamID, fetch: UInt64, after: JournalSequence, offset: Int) {
        self.stream = stream
        self.fetch = fetch
        self.after = after
        self.offset = offset
    }

    /// As it goes from one server to the other.
    public var bytes: [UInt8] {
        let numbers = [
            Int64(stream.team.rawValue), Int64(stream.environment.rawValue), Int64(bitPattern: fetch), after.rawValue,
            Int64(offset),
        ]
        return numbers.flatMap { SnapshotNumbers.bytes($0) }
    }

    /// - Parameter bytes: as ``bytes`` has them. Nil: that's no question.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        let numbers = stride(from: 0, to: Self.byteCount, by: 8).map { SnapshotNumbers.integer(bytes, $0) }
        guard let team = UInt32(exactly: numbers[0]),
            let environment = UInt8(exactly: numbers[1]).flatMap({ Environment(rawValue: $0) }), numbers[3] >= 0,
            let offset = Int(exactly: numbers[4]), offset >= 0
        else { return nil }
        self.init(
            stream: StreamID(team: TeamNumber(team), environment: environment), fetch: UInt64(bitPattern: numbers[2]),
            after: JournalSequence(numbers[3]), offset: offset)
    }
}
