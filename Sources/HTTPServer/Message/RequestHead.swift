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

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
