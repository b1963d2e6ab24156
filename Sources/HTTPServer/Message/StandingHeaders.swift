/// Header fields that every answer carries, whatever makes it: handlers, streams, and the server's own refusals. A
/// field that an answer has itself stays as it is there.
struct StandingHeaders: Sendable {
    private struct Field {
        /// In lower case.
        let name: [UInt8]
        /// `name: value CR LF`.
        let line: [UInt8]
    }

    private let fields: [Field]
    /// All lines, one after the other, as most answers need them.
    private let allLines: [UInt8]

    init(_ headers: ResponseHeaders = ResponseHeaders()) {
        fields = headers.pairs.map { name, value in
            Field(name: Array(name.lowercased().utf8), line: Array("\(name): \(value)\r\n".utf8))
        }
        allLines = fields.prefix(63).flatMap(\.line)
    }

    /// Appends those whose name `encoded` does not have. O(bytes of `encoded`) for a handful of fields.
    ///
    /// - Parameter encoded: lines that each end with CR LF.
    func append(missingIn encoded: [UInt8], to bytes: inout [UInt8]) {
        guard !fields.isEmpty else { return }
        var missing = allFields
        encoded.withUnsafeBytes { all in
            var start = 0
            while start < all.count, let end = ASCII.index(of: ASCII.lineFeed, in: all, from: start) {
                let line = UnsafeRawBufferPointer(rebasing: all[start..<end])
                for index in 0..<min(fields.count, 63) where Self.has(line, fields[index].name) {
                    missing &= ~(1 << UInt64(index))
                }
                start = end + 1
            }
        }
        if missing == 0 { return }
        if missing == allFields {
            bytes.append(contentsOf: allLines)
            return
        }
        for index in 0..<min(fields.count, 63) where missing & 1 << UInt64(index) != 0 {
            bytes.append(contentsOf: fields[index].line)
        }
    }

    /// A bit for each field.
    private var allFields: UInt64 { (UInt64(1) << UInt64(min(fields.count, 63))) - 1 }

    private static func has(_ line: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard line.count > name.count, line[name.count] == ASCII.colon else { return false }
        for index in name.indices where ASCII.lowercased(line[index]) != name[index] { return false }
        return true
    }
}
