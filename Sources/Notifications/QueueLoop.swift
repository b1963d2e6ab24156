import LaurelDomain
import LaurelStorage

/// Looks after a queue in the store: when somebody says that something may be there, when the next of it is due, and
/// once a minute in any case.
final class QueueLoop: Sendable {
    /// Looked at so often at the least, also when nobody says that there is something.
    static let longestPause = Duration.seconds(60)
    /// After a failure of the store.
    static let failurePause = Duration.seconds(1)

    private let sleep: @Sendable (Duration) async throws -> Void
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// - Parameter sleep: a parameter, so that tests need not wait.
    init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something may be there. On any thread; returns at once.
    func wake() { waker.yield() }

    /// Looks until it is cancelled, and ends what it has begun. To be run once.
    ///
    /// - Parameters:
    ///   - look: begins what is due, in the group; returns how long until it wants to look again.
    ///   - failed: told why the store didn't answer.
    func run(
        _ look: (inout DiscardingTaskGroup) async throws(StoreError) -> Duration, failed: (StoreError) -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            var timer: Task<Void, Never>?
            wake()
            for await _ in wakes {
                timer?.cancel()
                var pause = Self.failurePause
                do throws(StoreError) { pause = try await look(&group) } catch { failed(error) }
                timer = alarm(after: pause)
            }
            timer?.cancel()
            group.cancelAll()
        }
    }

    /// - Parameters:
    ///   - due: when the next is; nil: there is none.
    ///   - late: how long to wait if it is due and was left.
    static func pause(until due: Timestamp?, at now: Timestamp, late: Duration) -> Duration {
        guard let due else { return longestPause }
        let milliseconds = due.milliseconds - now.milliseconds
        return milliseconds <= 0 ? late : min(.milliseconds(milliseconds), longestPause)
    }

    /// Owned by ``run(_:failed:)``, which cancels it.
    private func alarm(after pause: Duration) -> Task<Void, Never> {
        Task { [sleep, waker] in
            do {
                try await sleep(pause)
                waker.yield()
            } catch {
                // Cancelled: somebody else has woken it.
            }
        }
    }
}
