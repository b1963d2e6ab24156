/// Bytes that wait to leave a connection, in order.
///
/// Small pieces are gathered in one buffer, so that a turn of the loop costs one `send`; large bodies stand beside it
/// as they are, without copying, each with the position in the buffer where it belongs.
struct Output {
    /// Below this, copying is cheaper than a piece of its own in the kernel's list.
    static let copyLimit = 4096
    /// What has left is taken out of the buffer once it is so much, and more than what waits.
    private static let wasteLimit = 1 << 16

    private struct Body {
        /// Bytes of the buffer that leave before it.
        var offset: Int
        let bytes: [UInt8]
        let isShared: Bool
    }

    private var buffer: [UInt8] = []
    /// Bytes of the buffer that are gone.
    private var sent = 0
    private var bodies: [Body] = []
    /// The first of ``bodies`` that has not left whole.
    private var first = 0
    /// Bytes of it that are gone.
    private var bodySent = 0
    /// All bytes that have not left.
    private(set) var count = 0
    /// Those of ``count`` that stand in bodies which are kept anyway.
    private var sharedCount = 0

    /// Bytes of memory that go when all has left.
    var heldCount: Int { count - sharedCount }
    var isEmpty: Bool { count == 0 }
    /// Bodies that are kept in the list, those that have left included.
    var piecesCount: Int { bodies.count }

    /// Appends through `write`, which may only append.
    mutating func build(_ write: (inout [UInt8]) -> Void) {
        let before = buffer.count
        write(&buffer)
        count += buffer.count - before
    }

    /// - Parameter isShared: whether the bytes are kept anyway.
    mutating func append(_ bytes: [UInt8], isShared: Bool = false) {
        if bytes.count < Self.copyLimit {
            buffer.append(contentsOf: bytes)
        } else {
            bodies.append(Body(offset: buffer.count, bytes: bytes, isShared: isShared))
            if isShared { sharedCount += bytes.count }
        }
        count += bytes.count
    }

    /// Offers what comes next to `send`, in up to three pieces, until it takes fewer bytes than it was offered.
    ///
    /// - Parameter send: returns the bytes it took, or a negative number when it can take none now.
    /// - Returns: the bytes that left.
    mutating func flush(
        _ send: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    ) -> Int {
        var total = 0
        while count > 0 {
            let (offered, taken) = offer(send)
            if taken <= 0 { break }
            drop(min(taken, offered))
            total += taken
            if taken < offered { break }
        }
        return total
    }

    /// The buffer up to a body, the body, and the buffer up to the next one.
    private func offer(
        _ send: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    ) -> (offered: Int, taken: Int) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return buffer.withUnsafeBytes { buffer in
            guard first < bodies.count else {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                return (rest.count, send(rest, none, none))
            }
            let offset = bodies[first].offset
            let end = first + 1 < bodies.count ? bodies[first + 1].offset : buffer.count
            let head = UnsafeRawBufferPointer(rebasing: buffer[sent..<offset])
            let tail = UnsafeRawBufferPointer(rebasing: buffer[offset..<end])
            return bodies[first].bytes.withUnsafeBytes { bytes in
                let body = UnsafeRawBufferPointer(rebasing: bytes[bodySent...])
                let offered = head.count + body.count + tail.count
                // Nobody is handed an empty first piece.
                return (offered, head.isEmpty ? send(body, tail, none) : send(head, body, tail))
            }
        }
    }

    private mutating func drop(_ bytes: Int) {
        var rest = bytes
        count -= bytes
        while rest > 0, first < bodies.count {
            let head = min(rest, bodies[first].offset - sent)
            sent += head
            rest -= head
            let part = min(rest, bodies[first].bytes.count - bodySent)
            if bodies[first].isShared { sharedCount -= part }
            bodySent += part
            rest -= part
            guard bodySent == bodies[first].bytes.count else { break }
            bodies[first] = Body(offset: bodies[first].offset, bytes: [], isShared: false)
            bodySent = 0
            first += 1
        }
        sent += rest
        if first == bodies.count, first > 0 {
            bodies.removeAll(keepingCapacity: first == 1)
            first = 0
        }
        if sent == buffer.count, bodies.isEmpty {
            buffer.removeAll(keepingCapacity: true)
            sent = 0
        } else if sent > Self.wasteLimit, sent > buffer.count - sent {
            buffer.removeFirst(sent)
            bodies.removeFirst(first)
            first = 0
            for index in bodies.indices { bodies[index].offset -= sent }
            sent = 0
        }
    }

    /// Takes the loop's spare buffer to write into, so that an idle connection holds none of its own.
    mutating func borrow(_ spare: inout [UInt8]) {
        if isEmpty && spare.capacity > buffer.capacity { swap(&buffer, &spare) }
    }

    /// Gives the buffer back once all bytes have left.
    mutating func giveBack(_ spare: inout [UInt8]) {
        guard isEmpty, buffer.capacity > 0 else { return }
        if spare.capacity == 0 && buffer.capacity <= 1 << 18 { swap(&buffer, &spare) }
        buffer = []
        bodies = []
    }

    mutating func removeAll() { self = Output() }

    /// Everything that waits, taken out: how tests read a connection.
    mutating func takeAll() -> [UInt8] {
        var all: [UInt8] = []
        _ = flush { one, two, three in
            all.append(contentsOf: one)
            all.append(contentsOf: two)
            all.append(contentsOf: three)
            return one.count + two.count + three.count
        }
        return all
    }
}
