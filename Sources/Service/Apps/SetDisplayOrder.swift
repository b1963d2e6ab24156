public import LaurelDomain
public import LaurelScores
public import LaurelStorage

extension Catalogue {
    /// At the start.
    public func loadDisplayOrders(from directory: any DisplayOrderDirectory) async throws(StoreError) {
        for (app, orders) in try await directory.displayOrders() { order(orders, of: app) }
    }
}

/// Says in which order an app shows its leaderboards and achievements; at once (rule 3.4).
public struct SetDisplayOrder: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Parameters: nil: stays. What is not named keeps its order, behind what is.
    public func callAsFunction(
        leaderboards: [LeaderboardID]?, achievements: [AchievementID]?, of bundleID: BundleID,
        by administrator: Administrator
    ) async throws(DisplayOrderError) {
        try await apps.gate.run { () throws(DisplayOrderError) in
            guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
            let boards = apps.catalogue.leaderboards(of: app.number)
            let medals = apps.catalogue.achievements.achievements(of: app.number)
            let old = DisplayOrder(leaderboards: boards.map(\.number), achievements: medals.map(\.number))
            var order = old
            if let leaderboards {
                let numbers = Dictionary(boards.map { ($0.id, $0.number) }) { first, _ in first }
                order.leaderboards = try Self.ordered(leaderboards, numbers, old.leaderboards) { .leaderboard($0, $1) }
            }
            if let achievements {
                let numbers = Dictionary(medals.map { ($0.id, $0.number) }) { first, _ in first }
                order.achievements = try Self.ordered(achievements, numbers, old.achievements) { .achievement($0, $1) }
            }
            guard order != old else { return }
            var changes: [String] = []
            if order.leaderboards != old.leaderboards { changes.append("order of leaderboards") }
            if order.achievements != old.achievements { changes.append("order of achievements") }
            let entry = administrator.entry(
                .appUpdate, team: app.team, app: app.number, subject: bundleID.text,
                changes: changes.joined(separator: "; "), at: apps.clock.now())
            let changed = order
            try await DisplayOrderError.translating { () throws(StoreError) in
                try await apps.directory.setDisplayOrder(changed, of: app.number, entry)
            }
            apps.catalogue.order(order, of: app.number)
        }
    }

    private static func ordered<ID: Hashable, Number: Hashable>(
        _ ids: [ID], _ numbers: [ID: Number], _ old: [Number],
        _ refusal: (_ index: Int, DisplayOrderError.Reason) -> DisplayOrderError
    ) throws(DisplayOrderError) -> [Number] {
        var named: Set<Number> = []
        var ordered: [Number] = []
        for (index, id) in ids.enumerated() {
            guard let number = numbers[id] else { throw refusal(index, .unknown) }
            guard named.insert(number).inserted else { throw refusal(index, .twice) }
            ordered.append(number)
        }
        return ordered + old.filter { !named.contains($0) }
    }
}

/// Why an order is none. The number is the index of the first id that is wrong.
public enum DisplayOrderError: Error, StoreFailure, Hashable, Sendable {
    case unknownApp(BundleID)
    case leaderboard(Int, Reason)
    case achievement(Int, Reason)
    case unavailable
    case broken(reason: String)

    public enum Reason: Hashable, Sendable { case unknown, twice }
}

extension AppError {
    init(_ error: DisplayOrderError) {
        switch error {
        case .unknownApp(let id): self = .unknownApp(id)
        // Somebody deleted one meanwhile.
        case .leaderboard, .achievement, .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
