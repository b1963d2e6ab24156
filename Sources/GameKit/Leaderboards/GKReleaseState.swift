/// Whether all players can see it, or only testers.
public struct GKReleaseState: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var released: GKReleaseState { GKReleaseState(rawValue: 1) }
    public static var prereleased: GKReleaseState { GKReleaseState(rawValue: 2) }

    /// - Parameter isReleased: nil: nobody knows.
    init(isReleased: Bool?) { self = isReleased.map { $0 ? .released : .prereleased } ?? [] }
}
