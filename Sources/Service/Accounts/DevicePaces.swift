import LaurelDomain
import LaurelStorage
import Synchronization

/// How often devices ask whether their player has decided (RFC 8628, section 3.5).
///
/// In memory, unlike the requests themselves: it only slows down a device that asks too often, and in the store each
/// question of each device would be a write. After a restart, or on another node, a device may ask once more at once.
/// Only devices that the store knows are counted here.
final class DevicePaces: Sendable {
    /// At least so long between two questions.
    static let interval = Timestamp.Span.seconds(5)
    /// However often a device asks too early.
    static let longestInterval = Timestamp.Span.seconds(60)
    /// Devices at a time, about 100 bytes each. Beyond it those are forgotten that may ask again soonest.
    static let countLimit = 20_000

    private struct Pace {
        var interval = DevicePaces.interval
        var next: Timestamp
    }

    private let paces = Mutex<[SecretDigest: Pace]>([:])

    /// How many devices are known.
    var count: Int { paces.withLock { $0.count } }

    /// A device asks, and there is no decision yet. One that asks too early has to wait 5 seconds longer each time.
    ///
    /// - Parameter now: by the steady clock: a clock that is set back makes nobody wait.
    /// - Returns: so long between two questions from now on; nil: it didn't ask too early.
    func ask(_ device: SecretDigest, at now: Timestamp) -> Timestamp.Span? {
        paces.withLock { paces in
            if paces[device] == nil, paces.count >= Self.countLimit { Self.makeRoom(in: &paces, at: now) }
            var pace = paces[device] ?? Pace(next: now)
            let isTooEarly = now < pace.next
            if isTooEarly {
                pace.interval = min(Self.longestInterval, .init(milliseconds: pace.interval.milliseconds + 5_000))
            }
            pace.next = now.advanced(by: pace.interval)
            paces[device] = pace
            return isTooEarly ? pace.interval : nil
        }
    }

    /// The device has its answer.
    func forget(_ device: SecretDigest) { paces.withLock { $0[device] = nil } }

    private static func makeRoom(in paces: inout [SecretDigest: Pace], at now: Timestamp) {
        paces = paces.filter { $0.value.next > now }
        guard paces.count >= countLimit else { return }
        let middle = paces.values.map(\.next).sorted()[paces.count / 2]
        paces = paces.filter { $0.value.next > middle }
    }
}
