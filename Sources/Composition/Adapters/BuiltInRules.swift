public import LaurelDomain
public import LaurelMatches

/// The games that come with the server and whose turn-based matches it judges (rule 12.40).
public enum BuiltInRules {
    /// By the game's bundle ID: an app that has one of these is judged by these rules.
    public static let all: [BundleID: any TurnRules] = [oasis: OasisRules()]

    private static let oasis: BundleID = {
        do throws(InvalidIdentifier) { return try BundleID("org.laurel.oasis") } catch {
            preconditionFailure("org.laurel.oasis is no bundle ID")
        }
    }()
}
