/// An app in one of its two environments, which never mix: what a webhook, a queue or a count belongs to.
public struct AppEnvironment: Hashable, Sendable {
    public let app: AppNumber
    public let environment: Environment

    public init(app: AppNumber, environment: Environment) {
        self.app = app
        self.environment = environment
    }
}
