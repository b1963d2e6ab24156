import CLaurelCurl
import Glibc
import Synchronization

/// One thread with many transfers: libcurl's multi interface over epoll. What costs time is what happens, not how many
/// transfers wait.
///
// SAFETY: everything mutable but `mailbox` is touched by the loop's own thread alone.
final class PeerLoop: @unchecked Sendable {
    enum Message {
        case start(Transfer)
        case resume(UInt64)
        case cancel(UInt64)
        case abandon(PeerAddress)
        /// Break off what nobody waits for.
        case sweep
        case stop
    }

    private struct Mailbox {
        var messages: [Message] = []
        var isSignaled = false
        var isClosed = false
    }

    /// libcurl's handles that are kept for the next requests.
    private static let spareHandleLimit = 64

    private let mailbox = Mutex(Mailbox())
    private let onEnd: @Sendable () -> Void
    private let poll: Int32
    private let wakeup: Int32
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: Transfer] = [:]
    private var spareHandles: [UnsafeMutableRawPointer] = []
    /// When libcurl wants to be called, in milliseconds of ``now()``.
    private var timer: Int?
    private var isStopped = false

    /// - Parameter onEnd: called for each transfer that was started, once it has ended and before its receiver hears of
    ///   it.
    /// - Returns: nil where the system has no more descriptors or memory.
    init?(onEnd: @escaping @Sendable () -> Void) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeup = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        self.multi = multi
        self.onEnd = onEnd
        guard poll >= 0, wakeup >= 0 else { return nil }
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: wakeup))
        epoll_ctl(poll, EPOLL_CTL_ADD, wakeup, &event)
        configure()
    }

    deinit {
        for handle in spareHandles { curl_easy_cleanup(handle) }
        curl_multi_cleanup(multi)
        if poll >= 0 { close(poll) }
        if wakeup >= 0 { close(wakeup) }
    }

    private func configure() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        laurel_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        laurel_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, PeerClient.idleConnectionLimit)
        laurel_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, own)
        laurel_curl_multi_set_socket(multi) { _, socket, what, own, _ in
            if let own { Unmanaged<PeerLoop>.fromOpaque(own).takeUnretainedValue().watch(socket, what) }
            return 0
        }
        laurel_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, own)
        laurel_curl_multi_set_timer(multi) { _, milliseconds, own in
            guard let own else { return 0 }
            let loop = Unmanaged<PeerLoop>.fromOpaque(own).takeUnretainedValue()
            loop.timer = milliseconds < 0 ? nil : PeerLoop.now() + min(milliseconds, PeerLoop.timerLimit)
            return 0
        }
    }

    // MARK: - From other threads

    func post(_ message: Message) {
        let (isTaken, wakes) = mailbox.withLock { box in
            if box.isClosed { return (false, false) }
            box.messages.append(message)
            defer { box.isSignaled = true }
            return (true, !box.isSignaled)
        }
        if wakes {
            var one: UInt64 = 1
            _ = Glibc.write(wakeup, &one, 8)
        }
        if !isTaken, case .start(let transfer) = message { settle(transfer, .unsent) }
    }

    // MARK: - The turn

    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while !isStopped {
            let timeout = waitTime()
            let count = events.withUnsafeMutableBufferPointer {
                epoll_wait(poll, $0.baseAddress, Int32($0.count), timeout)
            }
            for event in events.prefix(Int(max(0, count))) { handle(event) }
            takeMessages()
            if let timer, timer <= Self.now() {
                self.timer = nil
                act(CURL_SOCKET_TIMEOUT, 0)
            }
            takeResults()
        }
        stop()
    }

    private func waitTime() -> Int32 {
        guard let timer else { return -1 }
        return Int32(clamping: max(0, timer - Self.now()))
    }

    private func handle(_ event: epoll_event) {
        if event.data.fd == wakeup {
            var value: UInt64 = 0
            _ = Glibc.read(wakeup, &value, 8)
            return
        }
        var what: Int32 = 0
        if event.events & EPOLLIN.rawValue != 0 { what |= CURL_CSELECT_IN }
        if event.events & EPOLLOUT.rawValue != 0 { what |= CURL_CSELECT_OUT }
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { what |= CURL_CSELECT_ERR }
        act(event.data.fd, what)
    }

    private func act(_ socket: Int32, _ what: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, socket, what, &running)
    }

    /// libcurl says what it waits for.
    private func watch(_ socket: Int32, _ what: Int32) {
        var event = epoll_event(events: 0, data: epoll_data_t(fd: socket))
        if what & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        if what == CURL_POLL_REMOVE {
            epoll_ctl(poll, EPOLL_CTL_DEL, socket, &event)
        } else if epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) != 0 {
            epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event)
        }
    }

    private func takeMessages() {
        let messages = mailbox.withLock { box in
            box.isSignaled = false
            defer { box.messages = [] }
            return box.messages
        }
        for message in messages { obey(message) }
    }

    private func obey(_ message: Message) {
        switch message {
        case .start(let transfer): start(transfer)
        case .resume(let number):
            if let handle = transfers[number]?.handle { curl_easy_pause(handle, CURLPAUSE_CONT) }
        case .cancel(let number):
            if let transfer = transfers[number] { breakOff(transfer) }
        case .abandon(let address):
            for transfer in Array(transfers.values) where transfer.address == address { breakOff(transfer) }
        case .sweep:
            for transfer in Array(transfers.values) where transfer.receiver.isAbandoned { breakOff(transfer) }
        case .stop: isStopped = true
        }
    }

    private func start(_ transfer: Transfer) {
        guard !isStopped, let handle = spareHandles.popLast() ?? curl_easy_init() else {
            settle(transfer, .unsent)
            return
        }
        transfers[transfer.number] = transfer
        transfer.prepare(handle)
        if curl_multi_add_handle(multi, handle) != CURLM_OK { breakOff(transfer) }
    }

    private func takeResults() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let result = laurel_curl_result(message)
            var own: UnsafeMutableRawPointer?
            laurel_curl_private(handle, &own)
            if let own { end(Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue(), result) }
        }
    }

    private func breakOff(_ transfer: Transfer) { end(transfer, nil) }

    private func end(_ transfer: Transfer, _ result: CURLcode?) {
        guard transfers.removeValue(forKey: transfer.number) != nil else { return }
        let ending = transfer.ending(result)
        if let handle = transfer.handle { curl_multi_remove_handle(multi, handle) }
        if let handle = transfer.release() {
            if spareHandles.count < Self.spareHandleLimit {
                spareHandles.append(handle)
            } else {
                curl_easy_cleanup(handle)
            }
        }
        settle(transfer, ending)
    }

    /// Says so of a transfer that isn't counted any more: what its receiver starts next has the room that it had.
    private func settle(_ transfer: Transfer, _ ending: TransferEnding) {
        onEnd()
        transfer.receiver.end(ending)
    }

    private func stop() {
        let left = mailbox.withLock { box in
            box.isClosed = true
            defer { box.messages = [] }
            return box.messages
        }
        for message in left { obey(message) }
        for transfer in Array(transfers.values) { breakOff(transfer) }
    }

    /// Longer waits are taken for this one: a day, in milliseconds.
    private static let timerLimit = 86_400_000

    /// Milliseconds of a clock that never goes back.
    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// libcurl's own start, which must happen once before all else.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}
