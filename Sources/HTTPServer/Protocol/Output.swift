/// Bytes that wait to leave a connection, in order.
///
/// Small pieces are gathered in one buffer, so that a turn of the loop costs one `send`; large bodies are queued as
/// they are, without copying.
struct Output {
    /// Below this, copying is cheaper than a piece of its own in the kernel's list.
    static let copyLimit = 4096

    private struct Piece {
        var bytes: [UInt8]
        let isShared: Bool
    }

    private var queue: [Piece] = []
    private var first = 0
    /// Bytes of the first piece that are gone.
    private var sent = 0
    /// The last piece, which still grows.
    private var buffer: [UInt8] = []
    /// All bytes that have not left.
    private(set) var count = 0
    /// Those of ``count`` that stand in pieces which are kept anyway.
    private var sharedCount = 0

    /// Bytes of memory that go when all has left.
    var heldCount: Int { count - sharedCount }
    var isEmpty: Bool { count == 0 }

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
            if !buffer.isEmpty {
                queue.append(Piece(bytes: buffer, isShared: false))
                buffer = []
            }
            queue.append(Piece(bytes: bytes, isShared: isShared))
            if isShared { sharedCount += bytes.count }
        }
        count += bytes.count
    }

    /// Offers the first two pieces to `send` until it takes fewer bytes than it was offered.
    ///
    /// - Parameter send: returns the bytes it took, or a negative number when it can take none now.
    /// - Returns: the bytes that left.
    mutating func flush(_ send: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) -> Int {
        var total = 0
        while count > 0 {
            let offered: Int
            let taken: Int
            if first < queue.count {
                let second = first + 1 < queue.count ? queue[first + 1].bytes : buffer
                offered = queue[first].bytes.count - sent + second.count
                taken = queue[first].bytes.withUnsafeBytes { head in
                    second.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: head[sent...]), $0) }
                }
            } else {
                offered = buffer.count - sent
                taken = buffer.withUnsafeBytes {
                    send(UnsafeRawBufferPointer(rebasing: $0[sent...]), UnsafeRawBufferPointer(start: nil, count: 0))
                }
            }
            if taken <= 0 { break }
            drop(min(taken, offered))
            total += taken
            if taken < offered { break }
        }
        return total
    }

    private mutating func drop(_ bytes: Int) {
        var rest = bytes
        count -= bytes
        while rest > 0, first < queue.count {
            let left = queue[first].bytes.count - sent
            if queue[first].isShared { sharedCount -= min(rest, left) }
            if rest < left {
                sent += rest
                return
            }
            rest -= left
            sent = 0
            queue[first].bytes = []
            first += 1
        }
        if first == queue.count, first > 0 {
            queue.removeAll()
            first = 0
        }
        sent += rest
        if sent == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            sent = 0
        }
    }

    /// Takes the loop's spare buffer to write into, so that an idle connection holds none of its own.
    mutating func borrow(_ spare: inout [UInt8]) {
        if buffer.isEmpty && spare.capacity > buffer.capacity { swap(&buffer, &spare) }
    }

    /// Gives the buffer back once all bytes have left.
    mutating func giveBack(_ spare: inout [UInt8]) {
        guard isEmpty, buffer.capacity > 0 else { return }
        if spare.capacity == 0 && buffer.capacity <= 1 << 18 { swap(&buffer, &spare) }
        buffer = []
    }

    mutating func removeAll() { self = Output() }

    /// Everything that waits, taken out: how tests read a connection.
    mutating func takeAll() -> [UInt8] {
        var all: [UInt8] = []
        _ = flush { one, two in
            all.append(contentsOf: one)
            all.append(contentsOf: two)
            return one.count + two.count
        }
        return all
    }
}
