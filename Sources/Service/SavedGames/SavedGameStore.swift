public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about saved games share.
public struct SavedGameStore: Sendable {
    public var directory: any SavedGameDirectory
    public var clock: Clock
    public var digest: ContentDigest
    public var limits: SavedGameLimits
    public let news = SavedGameNews()

    public init(
        directory: any SavedGameDirectory, clock: Clock, digest: ContentDigest,
        limits: SavedGameLimits = SavedGameLimits()
    ) {
        self.directory = directory
        self.clock = clock
        self.digest = digest
        self.limits = limits
    }
}

public enum SavedGameError: Error, StoreFailure, Hashable, Sendable {
    case unknown
    /// The data are larger than one version may be.
    case tooLarge(limit: Int)
    case tooMany(limit: Int)
    case tooManyBytes(limit: Int, left: Int)
    case idReused(SavedGameID)
    case unavailable
    case broken(reason: String)

    init(_ refusal: SavedGames.Refusal, _ id: SavedGameID) {
        switch refusal {
        case .idReused: self = .idReused(id)
        case .tooMany(let limit): self = .tooMany(limit: limit)
        case .tooManyBytes(let limit, let left): self = .tooManyBytes(limit: limit, left: left)
        }
    }
}
