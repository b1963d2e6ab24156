/// One of 36 kinds of tiles: a picture in a colour.
public struct Tile: Hashable, Sendable {
    public static let kinds: UInt8 = 36
    private static let hues: UInt8 = 6

    /// 0..<36: six of a picture, in the order of their colours.
    public let number: UInt8

    /// - Returns: nil outside 0..<36.
    public init?(number: UInt8) {
        guard number < Self.kinds else { return nil }
        self.number = number
    }

    public init(_ picture: Picture, _ hue: Hue) {
        number = UInt8(truncatingIfNeeded: picture.rawValue) &* Self.hues &+ UInt8(truncatingIfNeeded: hue.rawValue)
    }

    /// As in ``Picture`` and ``Hue``.
    public var pictureNumber: UInt8 { number / Self.hues }
    public var hueNumber: UInt8 { number % Self.hues }

    /// Whether the two may lie side by side.
    public func matches(_ other: Tile) -> Bool {
        pictureNumber == other.pictureNumber || hueNumber == other.hueNumber
    }
}
