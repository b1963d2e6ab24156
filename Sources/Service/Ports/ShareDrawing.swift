public import LaurelDomain

/// Draws the picture of a shared page, in a process of its own.
public struct ShareDrawing: Sendable {
    /// - Returns: a PNG of ``LaurelDomain/ShareCard/width`` by ``LaurelDomain/ShareCard/height`` pixels.
    public var draw: @Sendable (ShareCard) async -> Result<[UInt8], ImageFailure>

    public init(draw: @escaping @Sendable (ShareCard) async -> Result<[UInt8], ImageFailure>) { self.draw = draw }
}
