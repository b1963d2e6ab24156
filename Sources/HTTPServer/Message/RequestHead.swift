import Synchronization

/// The checked bytes of a request's head and where the parts stand in them. Shared by all copies of a request.
final class RequestHead: Sendable {
    /// Offsets into ``bytes``. A head is at most 65,535 bytes long (``Limits/headBytes``), so 16 bits suffice.
    struct Field: Sendable {
        var nameStart: UInt16
        var nameLength: UInt16
        var valueStart: UInt16
        var valueLength: UInt16
    }

    let bytes: [UInt8]
    let fields: [Field]
    /// The whole request target.
    let target: Range<Int>
    /// The part of the target before `?`, in origin form: it starts with `/`, or it is `*`.
    let path: Range<Int>
    /// The part after `?`, if there is one.
    let query: Range<Int>?

    /// See ``Request/note``.
    let note = Mutex<(any AnyObject & Sendable)?>(nil)
    /// See ``Request/siblingNote``.
    let siblingNote: (any AnyObject & Sendable)?

    init(
        bytes: [UInt8], fields: [Field], target: Range<Int>, path: Range<Int>, query: Range<Int>?,
        siblingNote: (any AnyObject & Sendable)? = nil
    ) {
        self.bytes = bytes
        self.fields = fields
        self.target = target
        self.path = path
        self.query = query
        self.siblingNote = siblingNote
    }

    /// Whether these bytes begin with this very head.
    func isStart(of input: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { own in
            own.count <= input.count && ASCII.areSame(own, UnsafeRawBufferPointer(rebasing: input[..<own.count]))
        }
    }

    /// Where the values stand in which requests for one thing differ: the credentials of players who share a proxy's
    /// connection, and the tags of pages that change. In the order of arrival; empty ones are left out.
    var changingValues: [Range<Int>] {
        bytes.withUnsafeBytes { own in
            var values: [Range<Int>] = []
            for field in fields where field.valueLength > 0 {
                guard
                    RequestHeaders.matches(field, "authorization", own)
                        || RequestHeaders.matches(field, "if-none-match", own)
                else { continue }
                values.append(Int(field.valueStart)..<Int(field.valueStart) + Int(field.valueLength))
            }
            return values
        }
    }

    /// This head with other values of the same lengths, if these bytes begin with that: every other byte is the same,
    /// so all that was found out about this one holds for it.
    ///
    /// - Parameter values: as ``changingValues`` has them.
    func sibling(at input: UnsafeRawBufferPointer, _ values: [Range<Int>]) -> RequestHead? {
        guard isSibling(input, values) else { return nil }
        return RequestHead(
            bytes: Array(input[..<bytes.count]), fields: fields, target: target, path: path, query: query,
            siblingNote: note.withLock { $0 })
    }

    private func isSibling(_ input: UnsafeRawBufferPointer, _ values: [Range<Int>]) -> Bool {
        guard !values.isEmpty else { return false }
        return bytes.withUnsafeBytes { own in
            guard own.count <= input.count else { return false }
            func isSame(_ range: Range<Int>) -> Bool {
                ASCII.areSame(
                    UnsafeRawBufferPointer(rebasing: own[range]), UnsafeRawBufferPointer(rebasing: input[range]))
            }
            var start = 0
            for value in values {
                guard isSame(start..<value.lowerBound), Self.isValue(UnsafeRawBufferPointer(rebasing: input[value]))
                else { return false }
                start = value.upperBound
            }
            return isSame(start..<own.count)
        }
    }

    /// Whether these bytes are a field's value from the first to the last: blanks at its ends wouldn't belong to it,
    /// and no other byte may end it or its line.
    private static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.first != ASCII.space, bytes.last != ASCII.space else { return false }
        var flaws: UInt8 = 0
        for byte in bytes { flaws |= (byte < ASCII.space ? 1 : 0) | (byte > 0x7E ? 1 : 0) }
        return flaws == 0
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
