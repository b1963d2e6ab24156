public import LaurelDomain

/// A picture that somebody sent, of which nothing is believed but what its header says: PNG, JPEG or WebP, within the
/// limits of bytes, pixels and scans. Those are checked before anything is decoded, so that a small file cannot become
/// a large picture or long work (OWASP ASVS 5.0, 5.2.1, 5.2.6).
///
/// It is never kept or shown as it came. ``squares(_:by:for:)`` and ``whole(side:by:for:)`` make it anew, in another
/// process:
///
/// ```swift
/// let icon = try await CheckedImage(request.body).whole(side: 1_024, by: conversion, for: .app(app.number))
/// ```
public struct CheckedImage: Sendable {
    /// Of the file.
    public static let bytesLimit = ImageLimits.fileBytes
    /// Of the longer side, in pixels.
    public static let sideLimit = ImageLimits.fileSide
    /// Of both sides together: 12 megapixels, what a phone takes; 48 MiB once decoded.
    public static let pixelsLimit = 12_582_912

    /// Of a progressive JPEG: each goes over the whole picture, and a scan of nothing takes 43 bytes. Encoders write
    /// 3 to 20.
    public static let scansLimit = 32

    public typealias Format = ImageFormat

    public let format: Format
    public let width: Int
    public let height: Int
    private let bytes: [UInt8]

    /// - Throws: the first limit broken.
    public init(_ bytes: [UInt8]) throws(Invalid) {
        guard bytes.count <= Self.bytesLimit else { throw .tooManyBytes(limit: Self.bytesLimit) }
        guard let header = ImageHeader(bytes) else { throw .noImage }
        guard header.width > 0, header.height > 0 else { throw .noImage }
        guard header.width <= Self.sideLimit, header.height <= Self.sideLimit,
            header.width * header.height <= Self.pixelsLimit
        else { throw .tooManyPixels(side: Self.sideLimit, pixels: Self.pixelsLimit) }
        guard !header.isAnimated else { throw .animated }
        guard header.scans <= Self.scansLimit else { throw .tooManyScans(limit: Self.scansLimit) }
        (format, width, height) = (header.format, header.width, header.height)
        self.bytes = bytes
    }

    /// The middle of the picture as squares with these sides, each a PNG.
    public func squares(
        _ sides: [Int], by conversion: ImageConversion, for share: HelperShare
    ) async throws(ImageFailure) -> [[UInt8]] {
        let pictures = try await conversion.squares(bytes, sides, share).get()
        guard pictures.count == sides.count else { throw .broken(reason: "the helper made the wrong number of images") }
        return pictures
    }

    /// The whole picture as a PNG, made smaller where a side is longer than `side`.
    public func whole(
        side: Int, by conversion: ImageConversion, for share: HelperShare
    ) async throws(ImageFailure) -> [UInt8] {
        try await conversion.whole(bytes, side, share).get()
    }

    public enum Invalid: Error, Hashable, Sendable {
        case tooManyBytes(limit: Int)
        /// Neither PNG nor JPEG nor WebP, or cut off in its header.
        case noImage
        case tooManyPixels(side: Int, pixels: Int)
        /// A JPEG that is drawn in more steps than any encoder makes.
        case tooManyScans(limit: Int)
        case animated
    }
}
