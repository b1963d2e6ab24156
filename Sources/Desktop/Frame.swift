import CLaurelSDL

/// A rectangle in pixels of the window.
public struct Frame: Hashable, Sendable {
    public var x: Float
    public var y: Float
    public var width: Float
    public var height: Float

    public init(x: Float, y: Float, width: Float, height: Float) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// - Parameters:
    ///   - middleX: of the rectangle, as `middleY`.
    public init(middleX: Float, middleY: Float, width: Float, height: Float) {
        self.init(x: middleX - width / 2, y: middleY - height / 2, width: width, height: height)
    }

    public var middleX: Float { x + width / 2 }
    public var middleY: Float { y + height / 2 }

    /// Smaller by this on each side.
    public func inset(_ edge: Float) -> Frame {
        Frame(x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge)
    }

    public func moved(x dx: Float = 0, y dy: Float = 0) -> Frame {
        Frame(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// As large again, around its middle.
    public func scaled(_ factor: Float) -> Frame {
        Frame(middleX: middleX, middleY: middleY, width: width * factor, height: height * factor)
    }

    func contains(_ x: Float, _ y: Float) -> Bool {
        x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    var rect: SDL_FRect { SDL_FRect(x: x, y: y, w: width, h: height) }
}
