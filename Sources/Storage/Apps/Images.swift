public import LaurelDomain

/// The pictures of apps, leaderboards, achievements and sets. Every engine must pass `ImageContract`.
///
/// A picture goes with what it belongs to: when a leaderboard is deleted, or no longer speaks a language, its pictures
/// are let go of in the same transaction.
public protocol ImageDirectory: Sendable {
    /// All of them, in no order.
    func images() async throws(StoreError) -> [ImageRecord]
    /// Puts a picture in place of the one that was there, with the entry in the audit log.
    /// - Returns: false, with nothing written, when what it belongs to is not there or does not speak its language.
    func putImage(_ image: NewImage, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool
    /// - Returns: whether there was one; the entry is written only then.
    func removeImage(
        at slot: ImageSlot, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
}

/// A picture in place.
public struct ImageRecord: Hashable, Sendable {
    /// The app that has what the picture belongs to: of a shared group the one that made it.
    public let app: AppNumber
    public let slot: ImageSlot
    /// Of the file that it was made from: the same file again changes nothing.
    public let source: BlobDigest
    public let normal: BlobDigest
    /// Icons have one.
    public let small: BlobDigest?

    public init(app: AppNumber, slot: ImageSlot, source: BlobDigest, normal: BlobDigest, small: BlobDigest?) {
        self.app = app
        self.slot = slot
        self.source = source
        self.normal = normal
        self.small = small
    }
}

/// A picture to be put in place.
public struct NewImage: Sendable {
    public let app: AppNumber
    public let slot: ImageSlot
    public let source: BlobDigest
    public let normal: Blob
    public let small: Blob?

    public init(app: AppNumber, slot: ImageSlot, source: BlobDigest, normal: Blob, small: Blob? = nil) {
        self.app = app
        self.slot = slot
        self.source = source
        self.normal = normal
        self.small = small
    }

    public var record: ImageRecord {
        ImageRecord(app: app, slot: slot, source: source, normal: normal.digest, small: small?.digest)
    }
}
