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

    init(_ headers: ResponseHeaders = ResponseHeaders()) {
        fields = headers.pairs.map { name, value in
            Field(name: Array(name.lowercased().utf8), line: Array("\(name): \(value)\r\n".utf8))
        }
    }

    /// Appends those whose name `encoded` does not have. O(bytes of `encoded`) for a handful of fields.
    ///
    /// - Parameter encoded: lines that each end with CR LF.
    func append(missingIn encoded: [UInt8], to bytes: inout [UInt8]) {
        guard !fields.isEmpty else { return }
        var missing = (UInt64(1) << UInt64(min(fields.count, 63))) - 1
        encoded.withUnsafeBytes { all in
            var start = 0
            while start < all.count, let end = all[start...].firstIndex(of: ASCII.lineFeed) {
                let line = UnsafeRawBufferPointer(rebasing: all[start..<end])
                for (index, field) in fields.prefix(63).enumerated() where Self.has(line, field.name) {
                    missing &= ~(1 << UInt64(index))
                }
                start = end + 1
            }
        }
        for (index, field) in fields.prefix(63).enumerated() where missing & 1 << UInt64(index) != 0 {
            bytes.append(contentsOf: field.line)
        }
    }

    private static func has(_ line: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard line.count > name.count, line[name.count] == ASCII.colon else { return false }
        for index in name.indices where ASCII.lowercased(line[index]) != name[index] { return false }
        return true
    }
}
