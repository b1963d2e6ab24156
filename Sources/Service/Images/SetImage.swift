public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Puts pictures into an app's configuration and takes them away, at once (rules 3.4, 3.6). Released or not, a picture
/// may change.
public struct SetImage: Sendable {
    private let apps: Apps
    private let conversion: ImageConversion?
    private let digest: ContentDigest

    /// - Parameters:
    ///   - conversion: nil: no picture can be set here.
    ///   - digest: what pictures and their files are known by.
    public init(_ apps: Apps, _ conversion: ImageConversion?, _ digest: ContentDigest) {
        self.apps = apps
        self.conversion = conversion
        self.digest = digest
    }

    /// - Parameter bytes: a PNG, JPEG or WebP. The same file again changes nothing.
    public func callAsFunction(
        _ bytes: [UInt8], at slot: ImageSlot, of bundleID: BundleID, by administrator: Administrator
    ) async throws(ImageError) -> PlacedImage {
        let (app, owner, slot) = try find(slot, of: bundleID)
        let image: CheckedImage
        do throws(CheckedImage.Invalid) { image = try CheckedImage(bytes) } catch { throw .invalid(error) }
        let source = blob(bytes).digest
        if let old = apps.catalogue.images.image(at: slot, of: owner), old.isMade(from: source.text) { return old }
        try checkCount(slot, of: owner)
        let new = NewImage(try await made(from: image, slot, of: owner), source, at: slot, of: owner)
        return try await apps.imageGate.run { () throws(ImageError) in
            try checkCount(slot, of: owner)
            let entry = administrator.entry(
                .imageSet, team: app.team, app: owner, subject: slot.text,
                changes: "picture \(new.normal.digest.text)",
                at: apps.clock.now())
            let isThere = try await ImageError.translating { () throws(StoreError) in
                try await apps.directory.putImage(new, entry)
            }
            guard isThere else { throw .gone }
            apps.catalogue.images.put(new.record)
            // What it belongs to may have gone between the two lines; then the store has let go of it as well.
            do throws(ImageError) { _ = try find(slot, of: bundleID) } catch {
                apps.catalogue.images.remove(slot, of: owner)
                throw error
            }
            return PlacedImage(new.record)
        }
    }

    /// Done already is done too.
    public func remove(
        at slot: ImageSlot, of bundleID: BundleID, by administrator: Administrator
    ) async throws(ImageError) {
        let (app, owner, slot) = try find(slot, of: bundleID)
        try await apps.imageGate.run { () throws(ImageError) in
            let entry = administrator.entry(
                .imageRemove, team: app.team, app: owner, subject: slot.text, at: apps.clock.now())
            _ = try await ImageError.translating { () throws(StoreError) in
                try await apps.directory.removeImage(at: slot, of: owner, entry)
            }
            apps.catalogue.images.remove(slot, of: owner)
        }
    }

    // MARK: Parts

    private func find(
        _ slot: ImageSlot, of bundleID: BundleID
    ) throws(ImageError) -> (App, owner: AppNumber, ImageSlot) {
        guard let app = apps.catalogue.app(bundleID) else { throw .unknownApp(bundleID) }
        let (owner, own) = try apps.catalogue.owner(of: slot, in: app)
        return (app, owner, own)
    }

    private func checkCount(_ slot: ImageSlot, of app: AppNumber) throws(ImageError) {
        let images = apps.catalogue.images
        guard images.image(at: slot, of: app) != nil || images.count(of: app) < ImageLimits.ofApp else {
            throw .tooMany(limit: ImageLimits.ofApp)
        }
    }

    /// - Returns: the picture in its own size first.
    private func made(
        from image: CheckedImage, _ slot: ImageSlot, of app: AppNumber
    ) async throws(ImageError) -> [Blob] {
        guard let conversion else { throw .unavailable }
        do throws(ImageFailure) {
            let pictures: [[UInt8]]
            let share = HelperShare.app(app)
            switch slot.kind {
            case .icon:
                pictures = try await image.squares(ImageLimits.iconSides.reversed(), by: conversion, for: share)
            case .screenshot:
                pictures = [try await image.whole(side: ImageLimits.screenshotSide, by: conversion, for: share)]
            case .leaderboard, .achievement, .set:
                pictures = try await image.squares([ImageLimits.localizedSide], by: conversion, for: share)
            case .activity, .challengeDefinition:
                pictures = [try await image.whole(side: ImageLimits.wideSide, by: conversion, for: share)]
            }
            return pictures.map { blob($0) }
        } catch {
            switch error {
            case .undecodable: throw .invalid(.noImage)
            case .busy: throw .busy
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }
}

extension SetImage {
    private func blob(_ bytes: [UInt8]) -> Blob {
        guard let digest = BlobDigest(digest.digest(bytes)) else {
            preconditionFailure("The composition root gave a digest that is not of 32 bytes")
        }
        return Blob(digest: digest, bytes: bytes)
    }
}

extension NewImage {
    /// - Parameter pictures: one or two.
    fileprivate init(_ pictures: [Blob], _ source: BlobDigest, at slot: ImageSlot, of app: AppNumber) {
        self.init(
            app: app, slot: slot, source: source, normal: pictures[0], small: pictures.dropFirst().first)
    }
}

extension Catalogue {
    /// Where a picture is kept: a group's with the app that made it, a moved leaderboard's with its group.
    ///
    /// - Throws: when what it belongs to is not there, or does not speak its language.
    public func owner(
        of slot: ImageSlot, in app: App
    ) throws(ImageError) -> (app: AppNumber, slot: ImageSlot) {
        let languages: [LanguageTag]
        var own: (app: AppNumber, slot: ImageSlot) = (app.number, slot)
        switch slot {
        case .icon, .screenshot: return own
        case .leaderboard(let id, let language):
            guard let leaderboard = leaderboard(id, of: app.number) else { throw .unknownLeaderboard(id) }
            own = (leaderboard.app, .leaderboard(leaderboard.id, language))
            languages = leaderboard.localizations.map(\.language)
        case .achievement(let id, _):
            guard let achievement = achievements.achievement(id, of: app.number) else { throw .unknownAchievement(id) }
            languages = achievement.localizations.map(\.language)
        case .set(let id, _):
            guard let set = sets.sets(of: app.number).first(where: { $0.id == id }) else { throw .unknownSet(id) }
            languages = set.localizations.map(\.language)
        case .activity(let id, _):
            guard let activity = activities.activity(id, of: app.number) else { throw .unknownActivity(id) }
            languages = activity.localizations.map(\.language)
        case .challengeDefinition(let id, _):
            guard let definition = challengeDefinitions.definition(id, of: app.number) else {
                throw .unknownChallengeDefinition(id)
            }
            languages = definition.localizations.map(\.language)
        }
        if let language = slot.language, !languages.contains(language) { throw .unknownLanguage(language) }
        return own
    }
}

/// The bytes of a picture. Its id is the digest of its bytes, so they never change.
public struct ReadImage: Sendable {
    private let apps: Apps
    public init(_ apps: Apps) { self.apps = apps }

    /// - Returns: a PNG; nil when nothing shows such a picture (any more).
    public func callAsFunction(_ id: String) async throws(ImageError) -> [UInt8]? {
        guard let digest = BlobDigest(id), apps.catalogue.images.shows(digest) else { return nil }
        return try await ImageError.translating { () throws(StoreError) in try await apps.directory.blob(digest) }
    }
}

public enum ImageError: Error, StoreFailure, Hashable, Sendable {
    case unknownApp(BundleID)
    case unknownLeaderboard(LeaderboardID)
    case unknownAchievement(AchievementID)
    case unknownSet(LeaderboardSetID)
    case unknownActivity(ActivityID)
    case unknownChallengeDefinition(ChallengeDefinitionID)
    /// There is no localization in it.
    case unknownLanguage(LanguageTag)
    /// Somebody took away what it belongs to, meanwhile.
    case gone
    case tooMany(limit: Int)
    case invalid(CheckedImage.Invalid)
    case busy
    case unavailable
    case broken(reason: String)
}
