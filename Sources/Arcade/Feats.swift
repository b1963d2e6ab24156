/// What a run earned besides its score: a bit for each achievement of its game.
///
/// A server that plays a log again knows them from it, so nobody claims them.
public struct Feats: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Those that are in the list of a game, in its order.
    public func of<Kind: FeatKind>(_ kind: Kind.Type) -> [Kind] {
        var earned: [Kind] = []
        for feat in Kind.allCases where contains(feat.mask) { earned.append(feat) }
        return earned
    }
}

/// The achievements of a game, each with the bit of ``Feats`` that is its raw value.
///
/// - Range: raw values are 0...31, and none is ever given to another achievement.
public protocol FeatKind: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The achievement's id at the Game Center.
    var identifier: StaticString { get }
    /// Whether a run earns it by itself. The others are listed with the game, and earned around it.
    var isOfRun: Bool { get }
}

extension FeatKind {
    public var mask: Feats { Feats(rawValue: 1 << UInt32(truncatingIfNeeded: rawValue)) }
}
