/// How a box looks: round corners, an edge, and a solid shadow. Lengths are in units of the cards; colours as SVG has
/// them.
public struct BoxStyle: Hashable, Sendable {
    public var fill: String
    /// The colour at the lower edge, where it changes on the way down.
    public var bottom: String?
    public var stroke: String?
    public var line: Float
    public var radius: Float
    /// Of what is inside of the edge, 0–1.
    public var opacity: Float
    /// How far a solid shadow stands out below.
    public var shadow: Float

    public init(
        _ fill: String, bottom: String? = nil, stroke: String? = nil, line: Float = 0, radius: Float = 999,
        opacity: Float = 1, shadow: Float = 0
    ) {
        self.fill = fill
        self.bottom = bottom
        self.stroke = stroke
        self.line = line
        self.radius = radius
        self.opacity = opacity
        self.shadow = shadow
    }

    /// The edges and the letters of everything.
    public static let wood = "#4a2510"

    static func shaded(_ top: String, _ bottom: String, line: Float, shadow: Float = 0) -> BoxStyle {
        BoxStyle(top, bottom: bottom, stroke: wood, line: line, shadow: shadow)
    }
}
