public import Foundation

/// What a ``TableGame`` shows at one moment: what is drawn, and what the player can choose of it. It is made anew for
/// each frame.
public struct TableScene {
    /// Something that is drawn; later ones over earlier ones.
    enum Mark {
        case picture(String, Frame, alpha: UInt8)
        case box(BoxStyle, Frame, alpha: UInt8)
        case icon(String, Frame)
        case text(TableText, Frame)
        /// A picture in PNG, by a name of its own.
        case image(String, Data, Frame)
        case field(WrittenText, Frame, size: Float)
        /// Darkens everything that is below it.
        case shade
    }

    /// Something that can be chosen, by mouse, finger, keys or gamepad.
    public struct Spot: Hashable, Sendable {
        /// What ``TableGame/choose(_:)`` is told.
        public let id: String
        /// For who listens to announcements.
        public let text: String
        public let frame: Frame
        /// It can also be drawn to another spot.
        public var isMovable = false
        /// It can't be chosen now.
        public var isOff = false
        public var isChosen = false
        /// The player writes in it; nil: it is no field.
        fileprivate(set) var written: WrittenText?

        public init(_ id: String, _ text: String, _ frame: Frame) {
            self.id = id
            self.text = text
            self.frame = frame
        }
    }

    /// As announcements call it.
    let name: String
    private(set) var marks: [Mark] = []
    private(set) var spots: [Spot] = []
    /// Sentences on the screen, for who listens to announcements.
    private(set) var said: [String] = []

    public init(_ name: String) { self.name = name }

    /// - Parameter name: of a file in the game's art, or one of ``TableGame/drawings``.
    public mutating func picture(_ name: String, _ frame: Frame, alpha: Float = 1) {
        marks.append(.picture(name, frame, alpha: UInt8(clamping: Int(alpha * 255))))
    }

    public mutating func box(_ style: BoxStyle, _ frame: Frame, alpha: Float = 1) {
        marks.append(.box(style, frame, alpha: UInt8(clamping: Int(alpha * 255))))
    }

    /// - Parameter paths: SVG of 24 by 24 units.
    public mutating func icon(_ paths: String, _ frame: Frame) { marks.append(.icon(paths, frame)) }

    public mutating func text(_ text: TableText, _ frame: Frame) { marks.append(.text(text, frame)) }

    /// - Parameters:
    ///   - name: each of its own: what is drawn once under it is kept.
    ///   - data: a PNG.
    public mutating func image(_ name: String, _ data: Data, _ frame: Frame) {
        marks.append(.image(name, data, frame))
    }

    /// What the player writes, in the middle of a spot. It has the keyboard, whatever has the focus.
    ///
    /// - Parameter size: of the letters, in pixels.
    public mutating func field(_ spot: Spot, _ written: WrittenText, size: Float) {
        marks.append(.field(written, spot.frame, size: size))
        var spot = spot
        spot.written = written
        spots.append(spot)
    }

    public mutating func shade() { marks.append(.shade) }

    public mutating func spot(_ spot: Spot) { spots.append(spot) }

    /// Everything so far lies under a question: nothing of it can be chosen.
    public mutating func cover() {
        shade()
        spots = []
        said = []
    }

    public mutating func say(_ sentence: String) { if !sentence.isEmpty { said.append(sentence) } }
}

/// Words on a table.
public struct TableText: Hashable, Sendable {
    public enum Alignment: Sendable { case leading, center }

    public let words: String
    /// Of the letters, in pixels.
    public let size: Float
    /// 0xRRGGBB.
    public var color: UInt32
    public var alignment: Alignment
    /// Several lines, if they are needed; else what doesn't fit is cut off.
    public var wraps: Bool
    /// Letters with an edge, over a picture.
    public var isSign: Bool

    public init(
        _ words: String, size: Float, color: UInt32 = 0x38210F, alignment: Alignment = .center, wraps: Bool = false,
        isSign: Bool = false
    ) {
        self.words = words
        self.size = size
        self.color = color
        self.alignment = alignment
        self.wraps = wraps
        self.isSign = isSign
    }
}
