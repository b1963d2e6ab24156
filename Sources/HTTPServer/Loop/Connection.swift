/// A socket with its protocol state and what hangs on it. Lives and dies on its loop's thread. ``EventLoop`` says why
/// the runtime needn't check accesses.
final class Connection {
    /// What runs on behalf of a request, and can be told that nobody waits any more.
    enum Call {
        case task(Task<Void, Never>)
        case deferred(Responder.Call)

        func abandon() {
            switch self {
            case .task(let task): task.cancel()
            case .deferred(let call): call.abandon()
            }
        }
    }

    /// Stands for a sequence where a head is judged, of which there is one at a time.
    static let judging = UInt64.max

    let key: ConnectionKey
    let descriptor: Int32
    let peer: Peer
    /// Nil: its bytes go through the socket as they are.
    let secure: TLSSession?
    @exclusivity(unchecked) var machine: HTTP1Connection
    /// Instead of ``machine``, once it was agreed on.
    @exclusivity(unchecked) var multiplexed: HTTP2Connection?
    @exclusivity(unchecked) var calls: [(sequence: UInt64, call: Call)] = []
    @exclusivity(unchecked) var writer: StreamWriter?
    /// Those of ``multiplexed``, by sequence.
    var writers: [UInt64: StreamWriter] = [:]
    /// Streams that have their room in ``ConnectionCaps``.
    var countedStreams = 0
    /// The earliest tick in the timer wheel that will look at this connection.
    @exclusivity(unchecked) var scheduledTick = UInt64.max
    /// The machine wants input, and the socket may have some.
    @exclusivity(unchecked) var wantsInput = true
    @exclusivity(unchecked) var mayHaveInput = false
    /// It stands in the loop's list of those to read from again.
    @exclusivity(unchecked) var isUnread = false
    /// The socket took less than it was offered; an event will tell when it takes more.
    @exclusivity(unchecked) var isBlocked = false
    @exclusivity(unchecked) var isDirty = false
    @exclusivity(unchecked) var isAdvancing = false
    /// The client has closed its side.
    @exclusivity(unchecked) var peerHasFinished = false

    /// Whether the two sides are still agreeing on how to encrypt.
    var isShakingHands: Bool { secure.map { !$0.isEstablished } ?? false }

    init(key: ConnectionKey, descriptor: Int32, peer: Peer, secure: TLSSession?, now: UInt64) {
        self.key = key
        self.descriptor = descriptor
        self.peer = peer
        self.secure = secure
        machine = HTTP1Connection(peer: peer, now: now)
    }
}
