public import LaurelDomain

/// Who pays for a request.
public enum BudgetPayer: String, CaseIterable, Hashable, Sendable {
    /// An IPv4 address, or an IPv6 /64.
    case address
    case player
    case app
}

/// All budgets of requests, in one place. The values are generous: a game that plays well never meets them, a loop that
/// ran wild does. `laurel serve --budget` multiplies them or turns them off.
public struct BudgetPlan: Sendable {
    /// A page with its parts, a dashboard that opens; then a hundred a second.
    public var player: [RequestClass: Budget] = [
        .read: Budget(burst: 1_000, perSecond: 100), .write: Budget(burst: 500, perSecond: 50),
        .expensive: Budget(burst: 60, perSecond: 2), .bulk: Budget(burst: 60, perSecond: 5),
    ]
    /// A school, an office or a mobile network behind one address; and all of the players when a proxy is not named
    /// with --trusted-proxy.
    public var address: [RequestClass: Budget] = [
        .read: Budget(burst: 20_000, perSecond: 4_000), .write: Budget(burst: 10_000, perSecond: 2_000),
        .expensive: Budget(burst: 300, perSecond: 20), .bulk: Budget(burst: 120, perSecond: 10),
    ]
    /// So that one game cannot take all of a server that others share.
    public var app: [RequestClass: Budget] = [
        .read: Budget(burst: 200_000, perSecond: 40_000), .write: Budget(burst: 100_000, perSecond: 20_000),
        .expensive: Budget(burst: 200, perSecond: 10), .bulk: Budget(burst: 60, perSecond: 5),
    ]

    public init() {}

    public func budget(of payer: BudgetPayer, _ kind: RequestClass) -> Budget? {
        switch payer {
        case .address: address[kind]
        case .player: player[kind]
        case .app: app[kind]
        }
    }

    /// Every budget so many times as large.
    public func multiplied(by factor: Int64) -> BudgetPlan {
        func grown(_ budgets: [RequestClass: Budget]) -> [RequestClass: Budget] {
            budgets.mapValues { budget in
                var grown = budget
                let (burst, isTooLarge) = budget.burst.multipliedReportingOverflow(by: max(1, factor))
                let (rate, isTooQuick) = budget.perThousandSeconds.multipliedReportingOverflow(by: max(1, factor))
                grown.burst = isTooLarge ? .max / 4 : burst
                grown.perThousandSeconds = isTooQuick ? .max / 4 : rate
                return grown
            }
        }
        var plan = self
        plan.player = grown(player)
        plan.address = grown(address)
        plan.app = grown(app)
        return plan
    }
}
