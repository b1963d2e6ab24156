public import LaurelDomain

/// Turns bytes that a stranger sent into pictures of ours: decoded and made anew, so that nothing of the original is
/// left but what can be seen. It runs in a process of its own; see ``CheckedImage``.
public struct ImageConversion: Sendable {
    /// - Parameters:
    ///   - bytes: a picture that ``CheckedImage`` has let through.
    ///   - sides: of the squares to be made, in pixels.
    ///   - share: on whose behalf.
    /// - Returns: a PNG for each side, in order.
    public var squares: Squares
    /// The picture whole, made smaller where a side is longer than `side`.
    public var whole: Whole

    public typealias Squares =
        @Sendable (_ bytes: [UInt8], _ sides: [Int], _ share: HelperShare) async -> Result<[[UInt8]], ImageFailure>
    public typealias Whole =
        @Sendable (_ bytes: [UInt8], _ side: Int, _ share: HelperShare) async -> Result<[UInt8], ImageFailure>

    public init(squares: @escaping Squares, whole: @escaping Whole) {
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
