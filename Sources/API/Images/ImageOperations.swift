import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The pictures of apps and of what they have: leaderboards, achievements, sets, activities, challenge definitions.
struct ImageFeature: Sendable {
    let apps: Apps
    let catalogue: Catalogue
    let change: SetImage
    let placeholders: Placeholders
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ImageRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .image(let id): image(request, id)
        case .list(let id): try images(id, caller)
        case .set(let id, let slot): try setImage(request, id, slot, caller)
        case .remove(let id, let slot): try removeImage(request, id, slot, caller)
        }
    }

    func image(_ request: Request, _ id: String) -> Reply {
        if let bytes = placeholders.picture(id) { return .now(answers.image(bytes)) }
        return replies.later(request) { () async throws(Problem) in
            let bytes: [UInt8]?
            do throws(ImageError) { bytes = try await ReadImage(apps)(id) } catch {
                throw Problem(from: error)
            }
            guard let bytes else { throw Problem(.notFound) }
            return answers.image(bytes)
        }
    }

    // MARK: Configuration

    func images(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let images = catalogue.placedImages(of: try catalogue.find(bundleID))
        return .now(answers.json(images.map(PlacedImageAnswer.init(_:)), as: PlacedImageAnswer.list))
    }

    func setImage(
        _ request: Request, _ bundleID: BundleID, _ slot: ImageSlot, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        try checkImageType(of: request)
        return replies.later(request) { () async throws(Problem) in
            do throws(ImageError) {
                let image = try await change(
                    request.body, at: slot, of: bundleID, by: administrator)
                return answers.json(PlacedImageAnswer(image))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func removeImage(
        _ request: Request, _ bundleID: BundleID, _ slot: ImageSlot, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return replies.later(request) { () async throws(Problem) in
            do throws(ImageError) {
                try await change.remove(at: slot, of: bundleID, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }

    /// A body that says what it is: a picture in one of the formats that are taken.
    private func checkImageType(of request: Request) throws(Problem) {
        let types = CheckedImage.Format.allCases.map(\.rawValue)
        guard let type = request.headers["content-type"]?.lowercased(), types.contains(type) else {
            throw Problem(.invalidImage, "Content-Type must be \(types.joined(separator: " or ")).")
        }
    }
}

extension PlacedImageAnswer {
    fileprivate init(_ image: PlacedImage) {
        self.init(slot: image.slot, id: image.id, smallID: image.smallID)
    }
}

extension Problem {
    init(from error: ImageError) {
        switch error {
        case .unknownApp(let id): self = .unknown(id)
        case .unknownLeaderboard(let id): self = .unknown(id)
        case .unknownAchievement(let id): self = .unknown(id)
        case .unknownSet(let id): self = .unknown(id)
        case .unknownActivity: self.init(.unknownActivity)
        case .unknownChallengeDefinition: self.init(.unknownChallengeDefinition)
        case .unknownLanguage(let language):
            self.init(
                .conflict, "There's no \(language.text) localization; add one first.",
                field: "language")
        case .gone: self.init(.conflict, "The image's owner was just deleted or changed.")
        case .tooMany(let limit): self = .tooMany(limit, "An app can have at most \(limit) images.")
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
