import LaurelDomain
import LaurelStorage
import Synchronization

/// Devices without a keyboard that wait for their player to say yes somewhere else (RFC 8628).
///
/// In memory: a request lives for minutes, and a device whose request a restart forgot shows a new code.
final class DeviceRequests: Sendable {
    /// Requests that wait at a time, about 300 bytes each. More are refused for the moment.
    static let countLimit = 20_000

    struct Row: Sendable {
        /// What a person types.
        let user: String
        let game: (bundleID: BundleID, environment: Environment)?
        let device: DeviceName?
        /// What the device calls itself to people.
        let title: String?
        let expires: Timestamp
        var interval: Timestamp.Span
        var nextPoll: Timestamp
        var decision: Decision
    }

    enum Decision: Sendable {
        case pending
        /// The session is made when it is allowed, and only handed out later: whatever ends sessions ends it, too.
        case allowed(SignedIn, in: SessionID)
        case denied

        var isPending: Bool { if case .pending = self { true } else { false } }
    }

    private struct State {
        var rows: [SecretDigest: Row] = [:]
        var devices: [String: SecretDigest] = [:]
    }

    private let state = Mutex(State())

    /// - Returns: false when it is full, or the user code is in use.
    func add(_ row: Row, device: SecretDigest, at now: Timestamp) -> Bool {
        let user = row.user
        return state.withLock { state in
            if state.rows.count >= Self.countLimit {
                state.rows = state.rows.filter { $0.value.expires > now }
                state.devices = state.devices.filter { state.rows[$0.value] != nil }
            }
            guard state.rows.count < Self.countLimit else { return false }
            if let other = state.devices[user], let row = state.rows[other], row.expires > now { return false }
            state.rows[device] = row
            state.devices[user] = device
            return true
        }
    }

    enum Poll: Sendable {
        case unknown
        case pending
        case tooSoon(Timestamp.Span)
        case denied
        case allowed(SignedIn, in: SessionID)
    }

    /// A decision is handed out once, and to the game that it is for: another one asks for what is not there. A device
    /// that asks too often has to wait 5 seconds longer each time (RFC 8628, section 3.5).
    ///
    /// - Parameter client: the game that asks; nil: it does not say.
    func poll(_ device: SecretDigest, of client: BundleID?, at now: Timestamp) -> Poll {
        state.withLock { state in
            if let client, let row = state.rows[device], row.game?.bundleID != client { return .unknown }
            guard var row = state.rows[device], row.expires > now else {
                remove(device, &state)
                return .unknown
            }
            switch row.decision {
            case .allowed(let signedIn, let session):
                remove(device, &state)
                return .allowed(signedIn, in: session)
            case .denied:
                remove(device, &state)
                return .denied
            case .pending:
                let isTooSoon = now < row.nextPoll
                if isTooSoon {
                    row.interval = min(.seconds(60), .init(milliseconds: row.interval.milliseconds + 5_000))
                }
                row.nextPoll = now.advanced(by: row.interval)
                state.rows[device] = row
                return isTooSoon ? .tooSoon(row.interval) : .pending
            }
        }
    }

    private func remove(_ device: SecretDigest, _ state: inout State) {
        guard let row = state.rows.removeValue(forKey: device) else { return }
        if state.devices[row.user] == device { state.devices[row.user] = nil }
    }

    /// What waits for a decision under a code that a person typed.
    func pending(user: String, at now: Timestamp) -> Row? {
        state.withLock { state in
            guard let device = state.devices[user], let row = state.rows[device], row.expires > now,
                row.decision.isPending
            else { return nil }
            return row
        }
    }

    /// - Returns: false when there is nothing (any more) to decide.
    func decide(user: String, _ decision: Decision, at now: Timestamp) -> Bool {
        state.withLock { state in
            guard let device = state.devices[user], var row = state.rows[device], row.expires > now,
                row.decision.isPending
            else { return false }
            row.decision = decision
            state.rows[device] = row
            // A code is used once.
            state.devices[user] = nil
            return true
        }
    }
}
