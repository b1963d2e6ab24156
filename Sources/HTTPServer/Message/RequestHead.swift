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

    init(bytes: [UInt8], fields: [Field], target: Range<Int>, path: Range<Int>, query: Range<Int>?) {
        self.bytes = bytes
        self.fields = fields
        self.target = target
        self.path = path
        self.query = query
    }

    /// Whether these bytes begin with this very head.
    func isStart(of input: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { own in
            own.count <= input.count && ASCII.areSame(own, UnsafeRawBufferPointer(rebasing: input[..<own.count]))
        }
    }

    /// Where the value of the only Authorization field stands; nil without one, or with several.
    var credential: Range<Int>? {
        bytes.withUnsafeBytes { own in
            var found: Field?
            for field in fields where RequestHeaders.matches(field, "authorization", own) {
                if found != nil { return nil }
                found = field
            }
            guard let found, found.valueLength > 0 else { return nil }
            return Int(found.valueStart)..<Int(found.valueStart) + Int(found.valueLength)
        }
    }

    /// This head with another credential of the same length, if these bytes begin with that: every other byte is the
    /// same, so all that was found out about this one holds for it.
    ///
    /// - Parameter credential: as ``credential`` has it.
    func sibling(at input: UnsafeRawBufferPointer, _ credential: Range<Int>) -> RequestHead? {
        let isOne = bytes.withUnsafeBytes { own in
            guard own.count <= input.count else { return false }
            func isSame(_ range: Range<Int>) -> Bool {
                ASCII.areSame(
                    UnsafeRawBufferPointer(rebasing: own[range]), UnsafeRawBufferPointer(rebasing: input[range]))
            }
            guard isSame(0..<credential.lowerBound), isSame(credential.upperBound..<own.count) else { return false }
            // Blanks at its ends wouldn't belong to it, and no other byte may end it or its line.
            guard input[credential.lowerBound] != ASCII.space, input[credential.upperBound - 1] != ASCII.space else {
                return false
            }
            var flaws: UInt8 = 0
            for byte in UnsafeRawBufferPointer(rebasing: input[credential]) {
                flaws |= (byte < ASCII.space ? 1 : 0) | (byte > 0x7E ? 1 : 0)
            }
            return flaws == 0
        }
        guard isOne else { return nil }
        return RequestHead(
            bytes: Array(input[..<bytes.count]), fields: fields, target: target, path: path, query: query)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
