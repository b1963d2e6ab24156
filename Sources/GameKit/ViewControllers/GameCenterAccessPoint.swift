/// How to draw the access point. A tap on it calls `GKAccessPoint.shared.trigger {}`.
public struct GameCenterAccessPoint: Hashable, Sendable {
    public let location: GKAccessPoint.Location
    /// Whether to show the player's achievements next to it.
    public let showsHighlights: Bool

    public init(location: GKAccessPoint.Location, showsHighlights: Bool) {
        self.location = location
        self.showsHighlights = showsHighlights
    }
}

// A presenter that doesn't show the access point leaves these out; then it is not visible, and says so.
extension GameCenterPresenter {
    public func show(_ accessPoint: GameCenterAccessPoint) {}
    public func hideAccessPoint() {}
    public var accessPointFrame: CGRect? { nil }
}
