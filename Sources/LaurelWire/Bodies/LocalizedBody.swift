/// How many languages a leaderboard may speak.
public let localizationsLimit = 100

/// What a developer writes in one language, before it is known to be a localization.
public protocol LocalizedBody: RequestBody {
    associatedtype Localization: Sendable
    var localization: Localization { get set }
}

extension LocalizedBody {
    /// Of all languages.
    static var list: Shape<[Localization]> {
        shape.map(expected: "a localization") {
            $0.localization
        } back: {
            var body = Self()
            body.localization = $0
            return body
        }.list(countLimit: localizationsLimit)
    }
}
