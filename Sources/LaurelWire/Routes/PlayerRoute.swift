public import LaurelDomain

/// The caller's profile, their data, and players as others see them.
public enum PlayerRoute: FeatureRoute {
    case current(Environment?)
    /// - ids: 1 to 100, unknown ones are left out of the answer.
    case list(ids: [String], Environment?)
    case profile
    case update
    case restrict
    case setPhoto
    case removePhoto
    case photo(String)
    case export
    case erase
    case previewMerge
    case mergeGuest

    public var route: Route { .players(self) }

    public static let endpoints: [Endpoint] = [
        .currentPlayer, .players, .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .photo, .exportPlayer,
        .eraseSelf, .previewMerge, .mergeGuest,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .current: .currentPlayer
        case .list: .players
        case .profile: .profile
        case .update: .updateProfile
        case .restrict: .restrict
        case .setPhoto: .setPhoto
        case .removePhoto: .removePhoto
        case .photo: .photo
        case .export: .exportPlayer
        case .erase: .eraseSelf
        case .previewMerge: .previewMerge
        case .mergeGuest: .mergeGuest
        }
    }
}

extension Endpoint {
    public static let currentPlayer = PlayerRoute.endpoint(
        "currentPlayer", .get, "/v1/players/me", .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .accounts,
        summary: "Get the current player.",
        body: .none, answer: .json(200, CurrentPlayerAnswer.schema), problems: [],
        route: { .current($0) }, values: { if case .current(let environment) = $0 { environment } else { nil } })

    public static let players = PlayerRoute.endpoint(
        "players", .get, "/v1/players", .required(.ids), .query(.environment),
        access: .player, origins: .anyGame, budget: .read, proof: .none, tag: .accounts,
        summary: "Get players by the IDs visible to the caller. Unknown IDs are omitted.",
        body: .none, answer: .json(200, PlayersAnswer.shape.schema), problems: [],
        route: { .list(ids: $0, $1) },
        values: { if case .list(let ids, let environment) = $0 { (ids, environment) } else { nil } })

    public static let profile = PlayerRoute.endpoint(
        "profile", .get, "/v1/players/me/profile",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get the player's own profile.",
        body: .none, answer: .json(200, ProfileAnswer.schema), problems: [],
        route: .profile)

    public static let updateProfile = PlayerRoute.endpoint(
        "updateProfile", .patch, "/v1/players/me/profile",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Update the profile. Omitted fields stay the same; null clears a field.",
        body: .json(ProfileChangeBody.schema), answer: .json(200, ProfileAnswer.schema),
        problems: [.aliasTaken, .aliasReserved, .textRefused, .tooManyAttempts],
        route: .update)

    public static let restrict = PlayerRoute.endpoint(
        "restrict", .put, "/v1/players/me/restrictions",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Set the birth year and parental controls, always all of them. Once a guardian code is set, "
            + "changes require it, so a child can't turn off their own protections.",
        body: .json(RestrictionsBody.schema), answer: .json(200, ProfileAnswer.schema),
        problems: [.guardianNeeded, .tooManyAttempts],
        route: .restrict)

    public static let setPhoto = PlayerRoute.endpoint(
        "setPhoto", .put, "/v1/players/me/photo",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Set the photo. Its center is cropped to squares of 128 and 512 pixels, without "
            + "metadata. At most \(ImageLimits.fileBytes) bytes and "
            + "\(ImageLimits.fileSide) pixels a side.",
        body: .file(ImageFormat.allCases.map(\.rawValue)), answer: .json(200, PhotoAnswer.schema),
        problems: [.tooLarge, .invalidImage],
        route: .setPhoto)

    public static let removePhoto = PlayerRoute.endpoint(
        "removePhoto", .delete, "/v1/players/me/photo",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Remove the photo.",
        body: .none, answer: .noContent, problems: [],
        route: .removePhoto)

    public static let photo = PlayerRoute.endpoint(
        "photo", .get, "/v1/photos/{photoID}", .path(.photoID),
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get a photo. Its URL is derived from its content, which never changes.",
        body: .none, answer: .bytes("image/png"), problems: [.notFound],
        route: { .photo($0) }, values: { if case .photo(let photo) = $0 { photo } else { nil } })

    public static let exportPlayer = PlayerRoute.endpoint(
        "exportPlayer", .get, "/v1/players/me/export",
        access: .player, origins: .never, budget: .expensive, proof: .none, tag: .accounts,
        summary: "Export all of the player's data in one document.",
        body: .none, answer: .json(200, PlayerExportAnswer.schema), problems: [.tooManyRequests],
        route: .export)

    public static let eraseSelf = PlayerRoute.endpoint(
        "eraseSelf", .post, "/v1/players/me/erasure",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Permanently erase the player and all their data. Only the receipt remains. Players without a "
            + "password leave it out, and must have just signed in.",
        body: .json(ErasureBody.schema), answer: .json(200, ErasureAnswer.schema),
        problems: [.tooManyAttempts, .soleOwner, .proofNeeded],
        route: .erase)

    public static let previewMerge = PlayerRoute.endpoint(
        "previewMerge", .post, "/v1/players/me/guests/preview",
        access: .player, origins: .anyGame, budget: .expensive, proof: .none, tag: .accounts,
        summary: "Compare the best scores of the caller and of a guest whose secret the device has, before they are "
            + "merged.",
        body: .json(GuestMergeBody.schema), answer: .json(200, MergePreviewAnswer.schema),
        problems: [.notFound, .guestUpgraded, .guestMerged, .guestRestricted, .banned],
        route: .previewMerge)

    public static let mergeGuest = PlayerRoute.endpoint(
        "mergeGuest", .post, "/v1/players/me/guests",
        access: .player, origins: .anyGame, budget: .expensive, proof: .none, tag: .accounts,
        summary: "Make a guest part of the caller's account: scores with their dates, achievements, saved games and, "
            + "with a session of the player's own, friends. The guest is erased. This can't be undone. Sent again "
            + "within 90 days, it gives the same receipt: scores that wait under the secret are the caller's.",
        body: .json(GuestMergeBody.schema), answer: .json(200, MergedGuestAnswer.schema),
        problems: [.notFound, .guestUpgraded, .guestMerged, .guestRestricted, .banned],
        route: .mergeGuest)
}
