public import LaurelDomain
import Synchronization

/// Achievements as they are now, in memory. What is put here takes effect at once (rule 3.4).
public final class AchievementCatalogue: Sendable {
    private struct State {
        var achievements: [AchievementNumber: Achievement] = [:]
        /// In the app's order; what that does not name comes last, in order of number, that is of creation.
        var ofApp: [AppNumber: [AchievementNumber]] = [:]
        var positions: [AppNumber: [AchievementNumber: Int]] = [:]
    }

    private let state = Mutex(State())

    private let images: ImageCatalogue

    /// - Parameter images: those of achievements that go, go too.
    public init(_ images: ImageCatalogue = ImageCatalogue()) { self.images = images }

    /// O(1).
    public func achievement(_ number: AchievementNumber) -> Achievement? {
        state.withLock { $0.achievements[number] }
    }

    /// O(achievements of the app).
    public func achievement(_ id: AchievementID, of app: AppNumber) -> Achievement? {
        achievements(of: app).first { $0.id == id }
    }

    /// In the app's order; hidden and archived ones too.
    public func achievements(of app: AppNumber) -> [Achievement] {
        state.withLock { state in state.ofApp[app, default: []].compactMap { state.achievements[$0] } }
    }

    public func put(_ achievement: Achievement) {
        state.withLock { state in
            guard state.achievements.updateValue(achievement, forKey: achievement.number) == nil else { return }
            state.ofApp[achievement.app, default: []].insertInOrder(
                achievement.number, state.positions[achievement.app])
        }
        images.keep(
            achievement.localizations.map(\.language), .achievement, achievement.id.text, of: achievement.app)
    }

    func order(_ numbers: [AchievementNumber], of app: AppNumber) {
        state.withLock { state in
            let positions = Dictionary(zip(numbers, numbers.indices)) { first, _ in first }
            state.positions[app] = positions
            var sorted: [AchievementNumber] = []
            for number in state.ofApp[app, default: []].sorted() { sorted.insertInOrder(number, positions) }
            state.ofApp[app] = sorted
        }
    }

    public func remove(_ number: AchievementNumber) {
        let removed = state.withLock { state -> Achievement? in
            guard let achievement = state.achievements.removeValue(forKey: number) else { return nil }
            state.ofApp[achievement.app]?.removeAll { $0 == number }
            return achievement
        }
        if let removed { images.keep([], .achievement, removed.id.text, of: removed.app) }
    }
}
