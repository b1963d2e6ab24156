public import LaurelDomain
public import LaurelStorage
import Synchronization

/// The pictures of apps, in memory: every description of a leaderboard names one. The bytes are in the store.
///
/// - Size: some 200 bytes a picture; an app has at most ``ImageLimits/ofApp``.
public final class ImageCatalogue: Sendable {
    private struct State {
        var ofApp: [AppNumber: [ImageSlot: ImageRecord]] = [:]
        /// How often each picture is shown: it is served while it is.
        var shown: [BlobDigest: Int] = [:]

        mutating func put(_ image: ImageRecord) {
            remove(image.slot, of: image.app)
            ofApp[image.app, default: [:]][image.slot] = image
            for picture in image.pictures { shown[picture, default: 0] += 1 }
        }

        mutating func remove(_ slot: ImageSlot, of app: AppNumber) {
            guard let old = ofApp[app]?.removeValue(forKey: slot) else { return }
            for picture in old.pictures {
                let left = shown[picture, default: 1] - 1
                shown[picture] = left > 0 ? left : nil
            }
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// O(1).
    public func image(at slot: ImageSlot, of app: AppNumber) -> PlacedImage? {
        record(at: slot, of: app).map(PlacedImage.init)
    }

    func record(at slot: ImageSlot, of app: AppNumber) -> ImageRecord? { state.withLock { $0.ofApp[app]?[slot] } }

    /// The icon, screenshots by number, and the rest by their slots' texts.
    public func images(of app: AppNumber) -> [PlacedImage] {
        state.withLock { Array($0.ofApp[app, default: [:]].values) }.sorted { $0.slot < $1.slot }
            .map(PlacedImage.init)
    }

    package func count(of app: AppNumber) -> Int { state.withLock { $0.ofApp[app]?.count ?? 0 } }

    /// Whether anything shows this picture. O(1).
    package func shows(_ picture: BlobDigest) -> Bool { state.withLock { $0.shown[picture] != nil } }

    /// The picture that serves a reader best, among those in the languages that something speaks: as with names, their
    /// own languages come first, then the app's default one (rule 3.6).
    ///
    /// - Returns: its id; nil: there is none, and they see the placeholder.
    public func picture(
        of app: AppNumber, in languages: [LanguageTag], for reader: [LanguageTag], default language: LanguageTag,
        _ slot: (LanguageTag) -> ImageSlot
    ) -> String? {
        state.withLock { state in
            guard let images = state.ofApp[app], !images.isEmpty else { return nil }
            let there = languages.filter { images[slot($0)] != nil }
            return LanguageTag.best(of: there, for: reader, default: language).flatMap {
                images[slot($0)]?.normal.text
            }
        }
    }

    package func put(_ image: ImageRecord) { state.withLock { $0.put(image) } }
    package func remove(_ slot: ImageSlot, of app: AppNumber) { state.withLock { $0.remove(slot, of: app) } }

    /// Forgets the pictures of something in languages that it does not speak; the store has done so already.
    func keep(_ languages: [LanguageTag], _ kind: ImageKind, _ subject: String, of app: AppNumber) {
        state.withLock { state in
            guard let images = state.ofApp[app] else { return }
            for slot in images.keys where slot.kind == kind && slot.subject == subject {
                if let language = slot.language, !languages.contains(language) { state.remove(slot, of: app) }
            }
        }
    }

    /// At the start.
    public func load(from directory: any ImageDirectory) async throws(StoreError) {
        for image in try await directory.images() { put(image) }
    }
}

/// A picture in its slot, by the ids that it is read by.
public struct PlacedImage: Hashable, Sendable {
    public let slot: ImageSlot
    /// The digest of its bytes.
    public let id: String
    /// Icons have a smaller one, too.
    public let smallID: String?
    /// Of the file that it was made from.
    let source: String

    package init(_ record: ImageRecord) { self.init(record, at: record.slot) }

    init(_ record: ImageRecord, at slot: ImageSlot) {
        self.slot = slot
        id = record.normal.text
        smallID = record.small?.text
        source = record.source.text
    }

    /// Whether this is what becomes of a file with this digest. Its own picture is one such file.
    package func isMade(from digest: String) -> Bool { source == digest || id == digest }
}

extension Catalogue {
    /// All pictures that an app shows: its own, and those of groups that another app of the team made.
    public func placedImages(of app: App) -> [PlacedImage] {
        let shared = leaderboards(of: app.number).filter { $0.app != app.number }
        return images.images(of: app.number)
            + shared.flatMap { group in
                group.localizations.compactMap { localization in
                    images.image(at: .leaderboard(group.id, localization.language), of: group.app)
                }
            }
    }
}

extension ImageRecord {
    fileprivate var pictures: [BlobDigest] { [normal] + (small.map { [$0] } ?? []) }
}

extension ImageSlot {
    /// The icon, screenshots by number, and the rest by their texts.
    static func < (left: ImageSlot, right: ImageSlot) -> Bool {
        guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
        if case .screenshot(let one) = left, case .screenshot(let other) = right { return one < other }
        return left.text < right.text
    }
}
