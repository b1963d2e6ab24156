/// The `viewBox` of a picture's file: the corner, as seen from the point it hangs on, and the sides. In units.
public struct SpriteBox: Hashable, Sendable {
    public let x, y, width, height: Int32

    public init(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The pictures of a game. Each is one SVG file, by ``name``; its own origin is the point it hangs on.
public protocol SpriteKind: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The table of all files, as one switch.
    var entry: (name: StaticString, box: SpriteBox) { get }
}

extension SpriteKind {
    public var name: StaticString { entry.name }
    public var box: SpriteBox { entry.box }
    /// Layers repeat after this many units; their art goes on two units further, so that no seam shows.
    public var period: Int32 { box.width - 2 }
}
