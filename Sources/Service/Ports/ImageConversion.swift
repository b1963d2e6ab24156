/// Turns bytes that a stranger sent into pictures of ours: decoded and made anew, so that nothing of the original is
/// left but what can be seen. It runs in a process of its own; see ``CheckedImage``.
public struct ImageConversion: Sendable {
    /// - Parameters:
    ///   - bytes: a picture that ``CheckedImage`` has let through.
    ///   - sides: of the squares to be made, in pixels.
    /// - Returns: a PNG for each side, in order.
    public var squares: @Sendable (_ bytes: [UInt8], _ sides: [Int]) async -> Result<[[UInt8]], ImageFailure>
    /// The picture whole, made smaller where a side is longer than `side`.
    public var whole: @Sendable (_ bytes: [UInt8], _ side: Int) async -> Result<[UInt8], ImageFailure>

    public init(
        squares: @escaping @Sendable (_ bytes: [UInt8], _ sides: [Int]) async -> Result<[[UInt8]], ImageFailure>,
        whole: @escaping @Sendable (_ bytes: [UInt8], _ side: Int) async -> Result<[UInt8], ImageFailure>
    ) {
        self.squares = squares
        self.whole = whole
    }
}

/// Why there is no picture.
public enum ImageFailure: Error, Hashable, Sendable {
    /// What was sent cannot be decoded, or not within the limits.
    case undecodable
    /// As many pictures as may be are being decoded.
    case busy
    /// No helper could be started; the reason is for the log.
    case broken(reason: String)
}
