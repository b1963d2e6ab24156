/// On whose behalf a helper process works: each has a fair share of them.
public enum HelperShare: Hashable, Sendable {
    case player(PlayerNumber)
    case app(AppNumber)
    /// What the server draws for anyone who asks.
    case server
}
