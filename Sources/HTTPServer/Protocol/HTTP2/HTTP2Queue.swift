/// Bytes of an answer's body that have not been put into frames.
struct HTTP2Queue {
    private var bytes: [UInt8] = []
    private var start = 0
    private var isShared = false

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }
    /// Those of them that go when they have left.
    var heldCount: Int { isShared ? 0 : count }

    init() {}

    /// - Parameter isShared: whether the bytes are kept anyway.
    init(_ bytes: [UInt8], isShared: Bool) {
        self.bytes = bytes
        self.isShared = isShared
    }

    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            (bytes, start) = (more, 0)
            return
        }
        // Each byte is moved at most once on average.
        if start > count {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Takes the first bytes out, as many as there is room for.
    mutating func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(room.count, count)
        bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + taken])) }
        start += taken
        // An idle stream holds no buffer.
        if isEmpty { (bytes, start) = ([], 0) }
        return taken
    }
}
