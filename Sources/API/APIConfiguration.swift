public import LaurelDomain
public import LaurelService
import LaurelWire

/// What the operator decides about the interface.
public struct APIConfiguration: Sendable {
    public var publicURL: PublicURL
    /// Nil: no pages, routes alone.
    public var pages: Pages?
    public var limits = APILimits()
    /// How much each address, player and app may ask for, and the clock it is counted by, which never goes back; nil:
    /// as much as the server can do.
    public var budgets: (plan: BudgetPlan, clock: Clock)?
    /// Who may read `/metrics`. They tell nobody's secrets, but how busy a server is and what fails there.
    public var metricsAudience = Audience.thisMachine
    /// Who may read `/openapi.json`.
    public var documentAudience = Audience.everyone
    /// What `/metrics` says of a server that is one of several over a store; nil: it's the only one.
    public var node: @Sendable () -> NodeFacts? = { nil }
    /// What may be written: a lower level than this release's while others over the same store run the one before.
    public var storeLevel: @Sendable () -> StoreLevel = { .current }
    /// Where the causes of faults go that no caller may see.
    public var report: FaultReport = { _, _, _ in }
    /// Hears of sign-ins and what else concerns a way in; nil: nobody does.
    public var authentication: AuthenticationReport?
    /// Who must have a second factor to do their work.
    public var requiredTwoFactor: @Sendable () -> RequiredTwoFactor = { .nobody }

    public init(publicURL: PublicURL, pages: Pages? = nil) {
        self.publicURL = publicURL
        self.pages = pages
    }

    func audience(of endpoint: Endpoint) -> Audience {
        switch endpoint {
        case .metrics: metricsAudience
        case .openAPI: documentAudience
        default: .everyone
        }
    }
}
