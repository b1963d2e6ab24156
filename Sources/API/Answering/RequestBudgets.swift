import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// Lets a request through, or says when to come again: what it costs comes out of the budgets of its address, its
/// player and its app.
///
/// Requests over the socket in the data folder are not counted, nor are those that monitors send.
struct RequestBudgets: Sendable {
    fileprivate enum Key: Hashable, Sendable {
        case address(IPAddress, RequestClass)
        case player(PlayerNumber, RequestClass)
        case app(BundleID, RequestClass)
    }

    /// What was taken at once.
    struct Charge: Sendable {
        fileprivate var keys: [(Key, Budget)] = []
    }

    /// What a request has paid so far.
    struct Bill: Sendable {
        var ofAddress = Charge()
        var ofCaller = Charge()
    }

    private let plan: BudgetPlan
    private let clock: Clock
    private let table = BudgetTable<Key>()

    /// - Parameter clock: one that never goes back.
    init(_ plan: BudgetPlan, clock: Clock) {
        self.plan = plan
        self.clock = clock
    }

    var bucketCount: Int { table.count }

    /// Before anything is looked up for it.
    @discardableResult
    func spend(_ endpoint: Endpoint, _ request: Request) throws(Problem) -> Charge {
        guard case .inet(let address) = request.peer, let kind = endpoint.budget,
            let budget = plan.budget(of: .address, kind)
        else { return Charge() }
        let keys = [(Key.address(address.subscriber, kind), budget)]
        try take(keys, [.address], kind)
        return Charge(keys: keys)
    }

    /// Once it is known who asks.
    ///
    /// - Parameter app: the one that the caller's session is bound to; nil: the one in the path.
    @discardableResult
    func spend(
        _ route: RouteMatch, _ request: Request, _ caller: Caller, _ app: BundleID?
    ) throws(Problem) -> Charge {
        guard case .inet = request.peer, let kind = route.endpoint.budget else { return Charge() }
        var keys: [(Key, Budget)] = []
        var payers: [BudgetPayer] = []
        if let player = caller.player, let budget = plan.budget(of: .player, kind) {
            keys.append((.player(player, kind), budget))
            payers.append(.player)
        }
        if let app = app ?? route.bundleID, let budget = plan.budget(of: .app, kind) {
            keys.append((.app(app, kind), budget))
            payers.append(.app)
        }
        if !keys.isEmpty { try take(keys, payers, kind) }
        return Charge(keys: keys)
    }

    /// For a request that comes again as if it hadn't come.
    func giveBack(_ bill: Bill) {
        for charge in [bill.ofAddress, bill.ofCaller] where !charge.keys.isEmpty { table.giveBack(charge.keys) }
    }

    private func take(
        _ keys: [(Key, Budget)], _ payers: [BudgetPayer], _ kind: RequestClass
    ) throws(Problem) {
        let now = clock.now().milliseconds * 1_000
        let (outcome, index) = table.take(keys, at: now)
        guard case .refused(let wait) = outcome else { return }
        let seconds = Int(clamping: wait / 1_000_000 + (wait % 1_000_000 > 0 ? 1 : 0))
        let (payer, budget) = (payers[index], keys[index].1)
        var problem = Problem(
            .tooManyRequests, "This \(payer.rawValue) has used up its budget for \(kind.name) requests.",
            retryAfterSeconds: max(1, seconds))
        problem.rateLimit = Problem.RateLimit(
            policy: "\(payer.rawValue)-\(kind.name)", quota: budget.burst, window: budget.refillSeconds)
        throw problem
    }
}

extension Budget {
    /// How long an empty bucket takes to be full.
    fileprivate var refillSeconds: Int64 { max(1, burst * 1_000 / max(1, perThousandSeconds)) }
}
