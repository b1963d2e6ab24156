import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The pictures of apps, leaderboards, achievements and sets.
extension APIHandler {
    func image(_ request: Request, _ id: String) -> Reply {
        if let bytes = placeholders.picture(id) { return .now(answers.image(bytes)) }
        return later(request) { [self] () async throws(Problem) in
            let bytes: [UInt8]?
            do throws(ImageError) { bytes = try await ReadImage(services.apps)(id) } catch {
                throw Problem(from: error)
            }
            guard let bytes else { throw Problem(.notFound) }
            return answers.image(bytes)
        }
    }

    // MARK: Configuration

    func images(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let images = services.catalogue.placedImages(of: try find(bundleID))
        return .now(
            answers.json(capacity: 4_096) { writer in
                writer.beginObject()
                writer.key("images")
                writer.beginArray()
                for image in images { writer.value(PlacedImageAnswer(image)) }
                writer.endArray()
                writer.endObject()
            })
    }

    private var setImage: SetImage {
        SetImage(services.apps, services.accounts.images, services.savedGames.digest)
    }

    func setImage(
        _ request: Request, _ bundleID: BundleID, _ place: ImagePlace, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        try checkImageType(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(ImageError) {
                let image = try await setImage(
                    request.body, at: place, of: bundleID, by: administrator)
                return answers.json { $0.value(PlacedImageAnswer(image)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func removeImage(
        _ request: Request, _ bundleID: BundleID, _ place: ImagePlace, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return later(request) { [self] () async throws(Problem) in
            do throws(ImageError) {
                try await setImage.remove(
                    at: place, of: bundleID, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }

    // MARK: As players see them

    func icon(of app: App) -> IconAnswer {
        if let icon = services.catalogue.images.image(at: .icon, of: app.number) {
            return IconAnswer(smallID: icon.smallID ?? icon.id, normalID: icon.id, isPlaceholder: false)
        }
        let id = placeholders.id(.icon)
        return IconAnswer(smallID: id, normalID: id, isPlaceholder: true)
    }

    func screenshots(of app: App) -> [String] {
        (1...ImageLimits.screenshots).compactMap {
            services.catalogue.images.image(at: .screenshot($0), of: app.number)?.id
        }
    }

    func picture(of leaderboard: Leaderboard, in app: App, for wishes: [LanguageTag]) -> PictureAnswer {
        picture(.leaderboard, leaderboard.app, leaderboard.localizations.map(\.language), app, wishes) {
            .leaderboard(leaderboard.id, $0)
        }
    }

    /// - Parameter isMasked: what is hidden before it is earned does not show its picture either.
    func picture(
        of achievement: Achievement, isMasked: Bool, in app: App, for wishes: [LanguageTag]
    ) -> PictureAnswer {
        let languages = isMasked ? [] : achievement.localizations.map(\.language)
        return picture(.achievement, app.number, languages, app, wishes) { .achievement(achievement.id, $0) }
    }

    func picture(of set: LeaderboardSet, in app: App, for wishes: [LanguageTag]) -> PictureAnswer {
        picture(.set, app.number, set.localizations.map(\.language), app, wishes) { .set(set.id, $0) }
    }

    private func picture(
        _ kind: ImageKind, _ owner: AppNumber, _ languages: [LanguageTag], _ app: App, _ wishes: [LanguageTag],
        _ place: (LanguageTag) -> ImagePlace
    ) -> PictureAnswer {
        let id = services.catalogue.images.picture(
            of: owner, in: languages, for: wishes, default: app.defaultLanguage, place)
        return PictureAnswer(id: id ?? placeholders.id(kind), isPlaceholder: id == nil)
    }

    /// A body that says what it is: a picture in one of the formats that are taken.
    func checkImageType(of request: Request) throws(Problem) {
        let types = CheckedImage.Format.allCases.map(\.rawValue)
        guard let type = request.headers["content-type"]?.lowercased(), types.contains(type) else {
            throw Problem(.invalidImage, "Content-Type must be \(types.joined(separator: " or ")).")
        }
    }
}

extension PlacedImageAnswer {
    fileprivate init(_ image: PlacedImage) {
        self.init(place: image.place, id: image.id, smallID: image.smallID)
    }
}

extension Problem {
    init(from error: ImageError) {
        switch error {
        case .unknownApp(let id): self = .unknown(id)
        case .unknownLeaderboard(let id): self = .unknown(id)
        case .unknownAchievement(let id): self = .unknown(id)
        case .unknownSet(let id): self = .unknown(id)
        case .unknownLanguage(let language):
            self.init(
                .conflict, "There's no \(language.text) localization; add one first.",
                field: "language")
        case .gone: self.init(.conflict, "The image's owner was just deleted or changed.")
        case .tooMany(let limit): self.init(.conflict, "An app can have at most \(limit) images.")
        case .invalid(let invalid): self.init(from: invalid)
        case .busy:
            self.init(
                .unavailable, "Too many images are being processed.", retryAfterSeconds: 2,
                cause: "the image helpers are busy")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
