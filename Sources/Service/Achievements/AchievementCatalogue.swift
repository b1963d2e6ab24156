public import LaurelDomain
import Synchronization

/// Achievements as they are now, in memory. What is put here takes effect at once (rule 3.4).
public final class AchievementCatalogue: Sendable {
    private struct State {
        var achievements: [AchievementNumber: Achievement] = [:]
        /// In order of number, that is of creation.
        var ofApp: [AppNumber: [AchievementNumber]] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// O(1).
    public func achievement(_ number: AchievementNumber) -> Achievement? {
        state.withLock { $0.achievements[number] }
    }

    /// O(achievements of the app).
    public func achievement(_ id: AchievementID, of app: AppNumber) -> Achievement? {
        achievements(of: app).first { $0.id == id }
    }

    /// In order of creation; hidden and archived ones too.
    public func achievements(of app: AppNumber) -> [Achievement] {
        state.withLock { state in state.ofApp[app, default: []].compactMap { state.achievements[$0] } }
    }

    public func put(_ achievement: Achievement) {
        state.withLock { state in
            guard state.achievements.updateValue(achievement, forKey: achievement.number) == nil else { return }
            var numbers = state.ofApp[achievement.app, default: []]
            numbers.insert(achievement.number, at: numbers.firstIndex { $0 > achievement.number } ?? numbers.count)
            state.ofApp[achievement.app] = numbers
        }
    }

    public func remove(_ number: AchievementNumber) {
        state.withLock { state in
            guard let achievement = state.achievements.removeValue(forKey: number) else { return }
            state.ofApp[achievement.app]?.removeAll { $0 == number }
        }
    }
}
