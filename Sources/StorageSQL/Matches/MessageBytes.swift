import LaurelMatches

/// A message between players: its key, text and arguments, each with its length in two bytes, the higher first.
struct MessageBytes: SQLColumnValue {
    let message: MatchMessage

    init(_ message: MatchMessage) { self.message = message }

    var sql: SQLValue {
        .blob(
            ([message.key, message.text] + message.arguments).flatMap { part in
                let count = UInt16(clamping: part.utf8.count)
                return [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
                    + part.utf8.prefix(Int(count))
            })
    }

    init?(_ cell: SQLCell) {
        var rest = cell.blob[...]
        var parts: [String] = []
        while let high = rest.popFirst() {
            guard let low = rest.popFirst() else { return nil }
            let count = Int(high) << 8 | Int(low)
            guard count <= rest.count, let part = String(validating: rest.prefix(count), as: UTF8.self) else {
                return nil
            }
            parts.append(part)
            rest = rest.dropFirst(count)
        }
        guard parts.count >= 2 else { return nil }
        do throws(MatchRefusal) {
            message = try MatchMessage(key: parts[0], arguments: Array(parts.dropFirst(2)), text: parts[1])
        } catch {
            return nil
        }
    }
}
