public import LaurelDomain

/// Draws the picture of a shared page, in a process of its own: the card, and the player's photo, a PNG; empty: none.
public struct ShareDrawing: Sendable {
    /// - Returns: a PNG of ``LaurelDomain/ShareCard/width`` by ``LaurelDomain/ShareCard/height`` pixels.
    public var draw: @Sendable (ShareCard, _ photo: [UInt8]) async -> Result<[UInt8], ImageFailure>

    public init(draw: @escaping @Sendable (ShareCard, _ photo: [UInt8]) async -> Result<[UInt8], ImageFailure>) {
        self.draw = draw
    }
}
