/// Texts in UTF-8 one after the other, such as the names of all players on a page: two arrays for all of them.
public struct PackedTexts: Sendable {
    public var bytes: [UInt8]
    /// Behind each text, from the first byte on.
    public var ends: [Int]

    public init(bytes: [UInt8] = [], ends: [Int] = []) {
        self.bytes = bytes
        self.ends = ends
    }
}
