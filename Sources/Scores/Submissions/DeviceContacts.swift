public import LaurelDomain
import Synchronization

/// When each device last spoke to us with nothing left to send for a game. A score that claims to be older than that
/// was not believed to be in the queue then, so its date is not believed either (rule 4.7).
///
/// Judge a submission's dates by ``last(of:)`` first and call ``note(waiting:of:at:)`` after it: the scores that
/// come with `waiting: 0` were in the queue until now.
///
/// Moments reach the store a little later, with ``takeUnsaved()``; a crash forgets at most those, which only
/// makes an old date believable that would not have been.
public final class DeviceContacts: Sendable {
    private struct State {
        var moments: [DeviceQueue: Timestamp] = [:]
        var unsaved: [DeviceQueue: Timestamp] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: nil when this queue never was empty. O(1).
    public func last(of queue: DeviceQueue) -> Timestamp? {
        state.withLock { $0.moments[queue] }
    }

    /// - Parameter waiting: how many scores and reports still wait there; nil when the device did not say, which says
    ///   nothing.
    public func note(waiting: Int?, of queue: DeviceQueue, at now: Timestamp) {
        guard waiting == 0 else { return }
        state.withLock { state in
            if let known = state.moments[queue], known >= now { return }
            state.moments[queue] = now
            state.unsaved[queue] = now
        }
    }

    /// The device turns out to have a queue that was not asked about: a merged guest's (rule 1.13). Its scores are
    /// judged by the guest's last contact. O(devices in memory).
    package func rewind(_ device: DeviceNumber, to moment: Timestamp?) {
        state.withLock { state in
            for (queue, known) in state.moments where queue.device == device && moment.map({ $0 < known }) ?? true {
                state.moments[queue] = moment
                state.unsaved[queue] = nil
            }
        }
    }

    /// What a session's record in the store said when it was loaded.
    package func remember(_ moment: Timestamp?, of queue: DeviceQueue?) {
        guard let moment, let queue else { return }
        state.withLock { state in
            if let known = state.moments[queue], known >= moment { return }
            state.moments[queue] = moment
        }
    }

    /// Forgets the queues of devices that no session in memory belongs to; their moments are in the store. O(devices in
    /// memory).
    package func forget(_ devices: Set<DeviceNumber>) {
        state.withLock { state in
            let unsaved = state.unsaved
            state.moments = state.moments.filter { !devices.contains($0.key.device) || unsaved[$0.key] != nil }
        }
    }

    /// The moments not yet in the store, which the caller now has to put there.
    package func takeUnsaved() -> [DeviceQueue: Timestamp] {
        state.withLock { state in
            defer { state.unsaved = [:] }
            return state.unsaved
        }
    }

    /// The store did not take them.
    package func putBack(_ unsaved: [DeviceQueue: Timestamp]) {
        state.withLock { $0.unsaved.merge(unsaved) { max($0, $1) } }
    }
}
