import Glibc
import LaurelAPI
import LaurelHTTPServer
import LaurelDomain
import LaurelStorage
import Synchronization

/// One JSON line a request, and one for whatever else an operator should know. Lines are handed to a thread, so that
/// a slow disk holds up no request; what it cannot keep up with is counted and said.
final class RequestLog: Sendable {
    static let bufferBytesLimit = 8 << 20

    private struct State {
        var bytes: [UInt8] = []
        var dropped = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let bell = ThreadSignal()
    private let descriptor: Int32

    /// - Parameter target: `stderr`, or the path of a file that lines are added to.
    init(_ target: String) throws(Failure) {
        if target == "stderr" || target == "-" {
            descriptor = STDERR_FILENO
        } else {
            descriptor = open(target, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
            guard descriptor >= 0 else {
                throw Failure("can't write the log \(target): \(String(cString: strerror(errno)))", status: 1)
            }
        }
        BlockingThread.start { [self] in run() }
    }

    func add(_ record: AccessRecord) {
        let prefix = "\"time\":\"\(Clock.system.now().rfc3339)\","
        append { record.appendJSONLine(prefix: prefix, to: &$0) }
    }

    /// - Parameter requestID: of the request that it happened to, as its own line and its answer have it.
    func add(event: String, _ detail: String, requestID: String? = nil) {
        let time = Clock.system.now().rfc3339
        append { LogLine.append(["time": time, "id": requestID, "event": event, "detail": detail], to: &$0) }
    }

    /// What somebody did about a way in; the line of its request has the same id.
    func add(_ event: AuthenticationEvent) {
        let time = Clock.system.now().rfc3339
        append { bytes in
            LogLine.append(
                [
                    "time": time, "id": event.requestID, "event": event.act.rawValue, "outcome": event.outcome,
                    "account": event.account, "peer": event.address,
                ], to: &bytes)
        }
    }

    /// Writes what is left.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.set()
    }

    private func append(_ write: (inout [UInt8]) -> Void) {
        let wasEmpty = state.withLock { state in
            guard state.bytes.count < Self.bufferBytesLimit else {
                state.dropped += 1
                return false
            }
            let wasEmpty = state.bytes.isEmpty
            write(&state.bytes)
            return wasEmpty
        }
        if wasEmpty { bell.set() }
    }

    private func run() {
        while true {
            let (bytes, dropped, isClosed) = state.withLock { state in
                defer {
                    state.bytes = []
                    state.dropped = 0
                }
                return (state.bytes, state.dropped, state.isClosed)
            }
            // Without room lines are dropped, and said as soon as there is some.
            var lost = write(bytes)
            if dropped > 0, write(Array("{\"event\":\"log-lines-dropped\",\"count\":\(dropped)}\n".utf8)) > 0 {
                lost += dropped
            }
            if lost > 0 { state.withLock { [lost] state in state.dropped += lost } }
            if bytes.isEmpty {
                if isClosed { return }
                bell.wait()
            }
        }
    }

    /// - Returns: how many lines could not be written.
    private func write(_ bytes: [UInt8]) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return rest.count { $0 == 0x0A }
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
