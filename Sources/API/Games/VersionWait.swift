import LaurelDomain
import LaurelScores
import LaurelService

extension LeaderboardVersions {
    /// Returns when a leaderboard comes to a version, when the time is up, or when the task is canceled.
    ///
    /// - Parameter isThere: asked once, after nothing can be missed any more.
    func reach(
        _ version: JournalSequence, of key: Key, within span: Duration, unless isThere: () -> Bool
    ) async {
        let (changes, end) = AsyncStream<Never>.makeStream()
        let subscription = subscribe(to: [key]) { _, newest, _ in
            if newest >= version { end.finish() }
        }
        defer { subscription.cancel() }
        if isThere() { return }
        let alarm = Task {
            do { try await Task.sleep(for: span) } catch { return }
            end.finish()
        }
        defer { alarm.cancel() }
        for await _ in changes {}
    }
}
