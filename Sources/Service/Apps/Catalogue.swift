public import LaurelDomain
import Synchronization

/// Apps and leaderboards as they are now, in memory. What is put here takes effect at once (rule 3.4).
///
/// The store is written first and this second, so nobody plays by a configuration that a crash can undo.
public final class Catalogue: Sendable {
    private struct State {
        var apps: [AppNumber: App] = [:]
        var appNumbers: [BundleID: AppNumber] = [:]
        var leaderboards: [LeaderboardNumber: Leaderboard] = [:]
        /// In order of number, that is of creation.
        var ofApp: [AppNumber: [LeaderboardNumber]] = [:]
        var leaderboardNumbers: [AppNumber: [LeaderboardID: LeaderboardNumber]] = [:]
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)

    public init(apps: [App] = [], leaderboards: [Leaderboard] = []) {
        for app in apps { put(app) }
        for leaderboard in leaderboards { put(leaderboard) }
    }

    /// Grows with every change: what was encoded under an equal revision is still right.
    public var revision: UInt64 { changes.load(ordering: .acquiring) }

    // MARK: Apps

    /// O(1).
    public func app(_ id: BundleID) -> App? {
        state.withLock { state in state.appNumbers[id].flatMap { state.apps[$0] } }
    }

    /// O(1).
    public func app(_ number: AppNumber) -> App? {
        state.withLock { $0.apps[number] }
    }

    /// In order of creation. O(*n* log *n*).
    public func apps() -> [App] {
        state.withLock { $0.apps.values.sorted { $0.number.rawValue < $1.number.rawValue } }
    }

    public func put(_ app: App) {
        state.withLock { state in
            state.apps[app.number] = app
            state.appNumbers[app.bundleID] = app.number
        }
        changes.add(1, ordering: .releasing)
    }

    // MARK: Leaderboards

    /// O(1).
    public func leaderboard(_ id: LeaderboardID, of app: AppNumber) -> Leaderboard? {
        state.withLock { state in state.leaderboardNumbers[app]?[id].flatMap { state.leaderboards[$0] } }
    }

    /// O(1).
    public func leaderboard(_ number: LeaderboardNumber) -> Leaderboard? {
        state.withLock { $0.leaderboards[number] }
    }

    /// In order of creation; hidden and archived ones too. O(*n*).
    public func leaderboards(of app: AppNumber) -> [Leaderboard] {
        state.withLock { state in state.ofApp[app, default: []].compactMap { state.leaderboards[$0] } }
    }

    /// Where a score without a leaderboard goes (rule 4.3). O(*n*).
    public func defaultLeaderboard(of app: AppNumber) -> Leaderboard? {
        state.withLock { state in
            for number in state.ofApp[app, default: []] {
                if let leaderboard = state.leaderboards[number], leaderboard.isDefault { return leaderboard }
            }
            return nil
        }
    }

    public func put(_ leaderboard: Leaderboard) {
        state.withLock { state in
            if state.leaderboards.updateValue(leaderboard, forKey: leaderboard.number) == nil {
                var numbers = state.ofApp[leaderboard.app, default: []]
                numbers.insert(leaderboard.number, at: numbers.firstIndex { $0 > leaderboard.number } ?? numbers.count)
                state.ofApp[leaderboard.app] = numbers
            }
            state.leaderboardNumbers[leaderboard.app, default: [:]][leaderboard.id] = leaderboard.number
        }
        changes.add(1, ordering: .releasing)
    }

    public func remove(_ number: LeaderboardNumber) {
        state.withLock { state in
            guard let leaderboard = state.leaderboards.removeValue(forKey: number) else { return }
            state.ofApp[leaderboard.app]?.removeAll { $0 == number }
            state.leaderboardNumbers[leaderboard.app]?[leaderboard.id] = nil
        }
        changes.add(1, ordering: .releasing)
    }
}
