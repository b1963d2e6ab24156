public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What else than scores goes with test data: achievements, challenges. Each area adds one; it can be done again.
public struct WipeSection: Sendable {
    /// As in a plan, such as `achievements`.
    public let name: String
    /// How many would go.
    public let count: @Sendable (WipeScope, App) async throws(StoreError) -> Int
    /// - Returns: how many went.
    public let wipe: @Sendable (WipeScope, App, Administrator) async throws(StoreError) -> Int

    public init(
        name: String, count: @escaping @Sendable (WipeScope, App) async throws(StoreError) -> Int,
        wipe: @escaping @Sendable (WipeScope, App, Administrator) async throws(StoreError) -> Int
    ) {
        self.name = name
        self.count = count
        self.wipe = wipe
    }
}

/// Wipes test data of an app (rule 3.2): a leaderboard, a player, or all, in the sandbox alone.
///
/// Scores go in one commit. What other areas keep goes after it, each by itself: a crash in between leaves some of it,
/// and the same wipe again takes the rest.
public struct WipeTestData: Sendable {
    private let scores: WipeScores
    private let sections: [WipeSection]

    public init(_ keeper: ScoreKeeper, sections: [WipeSection]) {
        scores = WipeScores(keeper)
        self.sections = sections
    }

    /// What would go now.
    public func plan(_ scope: WipeScope, of app: App) async throws(WipeError) -> WipePlan {
        var plan = WipePlan(leaderboards: try await scores.plan(scope, of: app))
        for section in sections {
            let count = try await WipeError.translating { () throws(StoreError) in try await section.count(scope, app) }
            plan.sections.append(WipedSection(name: section.name, count: count))
        }
        return plan
    }

    /// - Returns: what went.
    public func callAsFunction(
        _ scope: WipeScope, of app: App, subject: String, by administrator: Administrator
    ) async throws(WipeError) -> WipePlan {
        var done = WipePlan(leaderboards: try await scores.plan(scope, of: app))
        _ = try await scores(scope, of: app, subject: subject, by: administrator)
        for section in sections {
            let count = try await WipeError.translating { () throws(StoreError) in
                try await section.wipe(scope, app, administrator)
            }
            done.sections.append(WipedSection(name: section.name, count: count))
        }
        return done
    }
}

public struct WipePlan: Hashable, Sendable {
    public var leaderboards: [WipedLeaderboard]
    public var sections: [WipedSection] = []
}

public struct WipedSection: Hashable, Sendable {
    public let name: String
    public let count: Int
}
