import LaurelWire
import LaurelService

// Profiles and accounts. Each member answers for its own endpoints alone.
extension Endpoint {
    var profileDocumentation: Documentation {
        switch self {
        case .updateProfile:
            Documentation(
                summary: "Changes the profile: what is missing stays, null takes away.",
                body: ProfileChangeBody.schema, answer: .json(200, ProfileAnswer.schema),
                problems: [.aliasTaken, .aliasReserved, .textRefused, .tooManyAttempts])
        case .restrict:
            Documentation(
                summary: "Sets birth year and guardian switches, all of it each time. With a guardian's code set, "
                    + "nothing of it changes without the code; a child cannot take away what protects him.",
                body: RestrictionsBody.schema, answer: .json(200, ProfileAnswer.schema),
                problems: [.guardianNeeded, .tooManyAttempts])
        case .setPhoto:
            Documentation(
                summary: "Puts a photo in place: the middle of the picture as squares of 128 and 512 pixels, made "
                    + "anew without metadata. At most \(CheckedImage.bytesLimit) bytes and "
                    + "\(CheckedImage.sideLimit) pixels a side.", answer: .json(200, PhotoAnswer.schema),
                problems: [.tooLarge, .invalidImage], uploads: CheckedImage.Format.allCases.map(\.rawValue))
        case .removePhoto: Documentation(summary: "Takes the photo away.", answer: .noContent)
        case .photo:
            Documentation(
                summary: "A photo. Its address names its bytes, which never change.", answer: .bytes("image/png"),
                problems: [.notFound])
        default: Documentation(summary: "The player's own profile.", answer: .json(200, ProfileAnswer.schema))
        }
    }

    var accountDocumentation: Documentation {
        switch self {
        case .changePassword:
            Documentation(
                summary: "A new password; all other sessions end.", body: PasswordChangeBody.schema,
                answer: .noContent, problems: [.tooManyAttempts])
        case .renewRecoveryCodes:
            Documentation(
                summary: "New recovery codes; the old ones work no more.", body: PasswordProofBody.schema,
                answer: .json(201, RecoveryCodesAnswer.schema), problems: [.tooManyAttempts])
        case .endSession:
            Documentation(summary: "Ends one of the player's sessions.", answer: .noContent, problems: [.notFound])
        case .endOtherSessions:
            Documentation(summary: "Ends all sessions of the player but the one that asks.", answer: .noContent)
        default:
            Documentation(
                summary: "The player's sessions on all devices, the last used one first.",
                answer: .json(200, ListedSessionAnswer.listSchema))
        }
    }

    var deviceDocumentation: Documentation {
        switch self {
        case .requestDevice:
            Documentation(
                summary: "A device without a keyboard asks to be signed in (RFC 8628): it shows the user code and the "
                    + "address, and polls.", body: DeviceAuthorizationBody.schema,
                answer: .json(201, DeviceAuthorizationAnswer.schema), problems: [.tooManyAttempts] + Self.gameProblems)
        case .pollDevice:
            Documentation(
                summary: "A session, once, when the player has said yes; until then authorization-pending.",
                body: DevicePollBody.schema, answer: .json(201, SessionAnswer.schema),
                problems: [.authorizationPending, .slowDown, .accessDenied, .expiredCode] + Self.gameProblems)
        case .decideDevice:
            Documentation(
                summary: "The player says yes or no to a device.", body: DeviceDecisionBody.schema,
                answer: .noContent, problems: [.notFound, .tooManyAttempts])
        default:
            Documentation(
                summary: "What waits under a code that a device shows: which game, on which device.",
                answer: .json(200, PendingDeviceAnswer.schema), problems: [.notFound, .tooManyAttempts])
        }
    }

    var endDocumentation: Documentation {
        switch self {
        case .eraseSelf:
            Documentation(
                summary: "Erases the player for good, everywhere. The receipt is all that is left.",
                body: PasswordProofBody.schema, answer: .json(200, ErasureAnswer.schema),
                problems: [.tooManyAttempts, .soleOwner])
        case .eraseNamedPlayer:
            Documentation(
                summary: "Erases a player for good, everywhere.", body: NamedPlayerBody.schema,
                answer: .json(200, ErasureAnswer.schema), problems: [.notFound, .soleOwner])
        case .findPlayers:
            Documentation(
                summary: "Players in order of sign-up, those whose alias begins so.",
                answer: .json(200, FoundPlayersAnswer.schema))
        case .exportNamedPlayer:
            Documentation(
                summary: "All that is known of a player, in one document.", body: NamedPlayerBody.schema,
                answer: .anyJSON, problems: [.notFound])
        default:
            Documentation(
                summary: "All that is known of the player, in one document.", answer: .anyJSON,
                problems: [.tooManyRequests])
        }
    }
}
