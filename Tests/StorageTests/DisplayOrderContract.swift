import LaurelDomain
import LaurelStorage
import Testing

@Suite("Display order contract", .timeLimit(.minutes(15))) struct DisplayOrderContract {
    @Test(
        "an order is kept as it was given, replaced as a whole, and apart for each app",
        arguments: Backend.allCases)
    func life(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.displayOrders().isEmpty)
        let both = DisplayOrder(
            leaderboards: [LeaderboardNumber(3), LeaderboardNumber(1), LeaderboardNumber(2)],
            achievements: [AchievementNumber(2), AchievementNumber(1)])
        let other = DisplayOrder(leaderboards: [LeaderboardNumber(9)])
        try await directory.setDisplayOrder(both, of: AppNumber(1), nil)
        try await directory.setDisplayOrder(other, of: AppNumber(2), nil)
        #expect(try await directory.displayOrders() == [AppNumber(1): both, AppNumber(2): other])
        let less = DisplayOrder(achievements: [AchievementNumber(1)])
        try await directory.setDisplayOrder(less, of: AppNumber(1), nil)
        try await directory.setDisplayOrder(DisplayOrder(), of: AppNumber(2), nil)
        #expect(try await directory.displayOrders() == [AppNumber(1): less])
    }
}
