/// What draws codes that cameras read (QR codes, ISO/IEC 18004); a parameter, since a library does it.
public struct CodeDrawing: Sendable {
    /// A PNG of a text. Nil: the text is too long.
    public var png: @Sendable (_ text: String) -> [UInt8]?
    public init(png: @escaping @Sendable (_ text: String) -> [UInt8]?) { self.png = png }
}
