extension InputLog {
    /// "LIL" (Laurel input log) and the version of this form.
    private static let magic: [UInt8] = [0x4C, 0x49, 0x4C, 1]

    /// Magic, core id (4 bytes, little-endian), core version (2), seed (8), ticket (length, bytes), number of spans,
    /// then each span as input and ticks. Numbers without a width are LEB128. Equal logs have equal bytes.
    public func encoded() -> [UInt8] {
        var bytes = Self.magic
        bytes.reserveCapacity(24 + header.ticket.count + spans.count * 3)
        bytes.append(littleEndian: UInt64(header.coreID), width: 4)
        bytes.append(littleEndian: UInt64(header.coreVersion), width: 2)
        bytes.append(littleEndian: header.seed, width: 8)
        bytes.append(UInt8(truncatingIfNeeded: header.ticket.count))
        bytes.append(contentsOf: header.ticket)
        bytes.append(variable: UInt32(truncatingIfNeeded: spans.count))
        for span in spans {
            bytes.append(variable: span.input.rawValue)
            bytes.append(variable: UInt32(bitPattern: span.ticks))
        }
        return bytes
    }

    public enum Invalid: Error, Hashable, Sendable {
        case notALog
        case endsEarly
        case ticketTooLong(Int)
        case tooManySpans(UInt32)
        case numberTooLong
        /// It says where a finger came down, and that none did.
        case notAnInput
        /// A span of no ticks, or equal to the one before it: the log has a shorter form.
        case notShortest
        case tooManyTicks
        case bytesAfterEnd
    }

    /// Reads what ``encoded()`` wrote. Bytes from anywhere are safe: they are a log or an error.
    ///
    /// - Complexity: O(bytes), in time and in memory.
    public init(decoding bytes: [UInt8]) throws(Invalid) {
        var reader = Reader(bytes: bytes)
        for expected in Self.magic {
            guard try reader.byte() == expected else { throw .notALog }
        }
        let coreID = UInt32(truncatingIfNeeded: try reader.littleEndian(width: 4))
        let coreVersion = UInt16(truncatingIfNeeded: try reader.littleEndian(width: 2))
        let seed = try reader.littleEndian(width: 8)
        let ticketCount = Int(try reader.byte())
        guard ticketCount <= Self.ticketBytesLimit else { throw .ticketTooLong(ticketCount) }
        var ticket: [UInt8] = []
        for _ in 0..<ticketCount { ticket.append(try reader.byte()) }
        self.init(header: Header(coreID: coreID, coreVersion: coreVersion, seed: seed, ticket: ticket))
        try readSpans(from: &reader)
        guard reader.isAtEnd else { throw .bytesAfterEnd }
    }

    private mutating func readSpans(from reader: inout Reader) throws(Invalid) {
        let count = try reader.variable()
        guard count <= UInt32(Self.spanLimit) else { throw .tooManySpans(count) }
        for _ in 0..<count {
            let input = Input(rawValue: try reader.variable())
            guard input.isCanonical else { throw .notAnInput }
            let ticks = try reader.variable()
            guard ticks > 0, spans.last?.input != input else { throw .notShortest }
            guard ticks <= UInt32(Self.tickLimit), append(input, ticks: Int32(ticks)) else { throw .tooManyTicks }
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func byte() throws(Invalid) -> UInt8 {
            guard position < bytes.count else { throw .endsEarly }
            defer { position += 1 }
            return bytes[position]
        }

        mutating func littleEndian(width: Int) throws(Invalid) -> UInt64 {
            var value: UInt64 = 0
            for shift in 0..<width { value |= UInt64(try byte()) << UInt64(shift * 8) }
            return value
        }

        /// LEB128 of at most 32 bits, in its shortest form.
        mutating func variable() throws(Invalid) -> UInt32 {
            var value: UInt64 = 0
            for shift in 0..<5 {
                let next = try byte()
                value |= UInt64(next & 0x7F) << UInt64(shift * 7)
                guard next & 0x80 == 0 else { continue }
                guard value <= UInt64(UInt32.max) else { throw .numberTooLong }
                guard next != 0 || shift == 0 else { throw .notShortest }
                return UInt32(value)
            }
            throw .numberTooLong
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian value: UInt64, width: Int) {
        for shift in 0..<width { append(UInt8(truncatingIfNeeded: value >> UInt64(shift * 8))) }
    }

    fileprivate mutating func append(variable value: UInt32) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
