public import LaurelDomain
import Synchronization

/// When each device last spoke to us with nothing left to send. A score that claims to be older than that was
/// not believed to be in the queue then, so its date is not believed either (rule 4.7).
///
/// Judge a submission's dates by ``last(of:)`` first and call ``note(waiting:of:at:)`` after it: the scores that
/// come with `waiting: 0` were in the queue until now.
///
/// Moments reach the store a little later, with ``takeUnsaved()``; a crash forgets at most those, which only
/// makes an old date believable that would not have been.
public final class DeviceContacts: Sendable {
    private struct State {
        var moments: [DeviceNumber: Timestamp] = [:]
        var unsaved: [DeviceNumber: Timestamp] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// - Returns: nil when this device never had an empty queue. O(1).
    public func last(of device: DeviceNumber) -> Timestamp? {
        state.withLock { $0.moments[device] }
    }

    /// - Parameter waiting: how many scores still wait on the device; nil when it did not say, which says nothing.
    public func note(waiting: Int?, of device: DeviceNumber, at now: Timestamp) {
        guard waiting == 0 else { return }
        state.withLock { state in
            if let known = state.moments[device], known >= now { return }
            state.moments[device] = now
            state.unsaved[device] = now
        }
    }

    /// The device turns out to have a queue that was not asked about: a merged guest's (rule 1.13). Its scores are
    /// judged by the guest's last contact.
    package func rewind(_ device: DeviceNumber, to moment: Timestamp?) {
        state.withLock { state in
            guard let known = state.moments[device], moment.map({ $0 < known }) ?? true else { return }
            state.moments[device] = moment
            state.unsaved[device] = nil
        }
    }

    /// What a session's record in the store said when it was loaded.
    package func remember(_ moment: Timestamp?, of device: DeviceNumber) {
        guard let moment else { return }
        state.withLock { state in
            if let known = state.moments[device], known >= moment { return }
            state.moments[device] = moment
        }
    }

    /// Forgets devices that no session in memory belongs to; their moments are in the store.
    package func forget(_ devices: some Sequence<DeviceNumber>) {
        state.withLock { state in
            for device in devices where state.unsaved[device] == nil { state.moments[device] = nil }
        }
    }

    /// The moments not yet in the store, which the caller now has to put there.
    package func takeUnsaved() -> [DeviceNumber: Timestamp] {
        state.withLock { state in
            defer { state.unsaved = [:] }
            return state.unsaved
        }
    }

    /// The store did not take them.
    package func putBack(_ unsaved: [DeviceNumber: Timestamp]) {
        state.withLock { $0.unsaved.merge(unsaved) { max($0, $1) } }
    }
}
