import LaurelWire
import LaurelService

// Profiles and accounts. Each member answers for its own endpoints alone.
extension Endpoint {
    var profileDocumentation: Documentation {
        switch self {
        case .updateProfile:
            Documentation(
                summary: "Update the profile. Omitted fields stay the same; null clears a field.",
                body: ProfileChangeBody.schema, answer: .json(200, ProfileAnswer.schema),
                problems: [.aliasTaken, .aliasReserved, .textRefused, .tooManyAttempts])
        case .restrict:
            Documentation(
                summary: "Set the birth year and parental controls, always all of them. Once a guardian code is set, "
                    + "changes require it, so a child can't turn off their own protections.",
                body: RestrictionsBody.schema, answer: .json(200, ProfileAnswer.schema),
                problems: [.guardianNeeded, .tooManyAttempts])
        case .setPhoto:
            Documentation(
                summary: "Set the photo. Its center is cropped to squares of 128 and 512 pixels, without "
                    + "metadata. At most \(CheckedImage.bytesLimit) bytes and "
                    + "\(CheckedImage.sideLimit) pixels a side.", answer: .json(200, PhotoAnswer.schema),
                problems: [.tooLarge, .invalidImage], uploads: CheckedImage.Format.allCases.map(\.rawValue))
        case .removePhoto: Documentation(summary: "Remove the photo.", answer: .noContent)
        case .photo:
            Documentation(
                summary: "Get a photo. Its URL is derived from its content, which never changes.",
                answer: .bytes("image/png"),
                problems: [.notFound])
        default: Documentation(summary: "Get the player's own profile.", answer: .json(200, ProfileAnswer.schema))
        }
    }

    var accountDocumentation: Documentation {
        switch self {
        case .changePassword:
            Documentation(
                summary: "Change the password and end all other sessions.", body: PasswordChangeBody.schema,
                answer: .noContent, problems: [.tooManyAttempts])
        case .renewRecoveryCodes:
            Documentation(
                summary: "Replace the recovery codes; the old ones stop working.", body: PasswordProofBody.schema,
                answer: .json(201, RecoveryCodesAnswer.schema), problems: [.tooManyAttempts])
        case .endSession:
            Documentation(summary: "End one of the player's sessions.", answer: .noContent, problems: [.notFound])
        case .giveProof:
            Documentation(
                summary: "Confirm that a session is in its player's hands, with their password or a two-factor code. "
                    + "For ten minutes, requests that would answer proof-needed then succeed. Signing in counts too.",
                body: ProofBody.schema, answer: .noContent,
                problems: [.wrongCredentials, .wrongCode, .conflict, .tooManyAttempts, .notFound])
        case .endPlayerSessions:
            Documentation(
                summary: "End all of a player's sessions. Their password and codes stay valid.",
                body: SessionEndingBody.schema, answer: .noContent, problems: [.notFound])
        case .endOtherSessions:
            Documentation(summary: "End all of the player's sessions except the current one.", answer: .noContent)
        default:
            Documentation(
                summary: "List the player's sessions on all devices, most recently used first.",
                answer: .json(200, ListedSessionAnswer.listSchema))
        }
    }

    var deviceDocumentation: Documentation {
        switch self {
        case .requestDevice:
            Documentation(
                summary: "Start signing in on a device without a keyboard (RFC 8628). The device shows the user code "
                    + "and the URL, and polls. Send a form; the JSON body is from before and stays for a release.",
                body: DeviceAuthorizationBody.schema,
                answer: .json(201, DeviceAuthorizationAnswer.schema), problems: [.tooManyAttempts] + Self.gameProblems,
                form: (DeviceGrantBody.schema, DeviceAuthorizationAnswer.schema))
        case .pollDevice:
            Documentation(
                summary: "Get the session once the player approves; until then, authorization-pending. Send a form; "
                    + "the JSON body is from before and stays for a release.",
                body: DevicePollBody.schema, answer: .json(201, SessionAnswer.schema),
                problems: [.authorizationPending, .slowDown, .accessDenied, .expiredCode] + Self.gameProblems,
                form: (DeviceTokenBody.schema, DeviceTokenAnswer.schema))
        case .decideDevice:
            Documentation(
                summary: "Approve or deny a device.", body: DeviceDecisionBody.schema,
                answer: .noContent, problems: [.notFound, .tooManyAttempts])
        default:
            Documentation(
                summary: "Look up the game and device behind a user code.",
                answer: .json(200, PendingDeviceAnswer.schema), problems: [.notFound, .tooManyAttempts])
        }
    }

    var endDocumentation: Documentation {
        switch self {
        case .eraseSelf:
            Documentation(
                summary: "Permanently erase the player and all their data. Only the receipt remains.",
                body: PasswordProofBody.schema, answer: .json(200, ErasureAnswer.schema),
                problems: [.tooManyAttempts, .soleOwner])
        case .eraseNamedPlayer:
            Documentation(
                summary: "Permanently erase a player and all their data.", body: NamedPlayerBody.schema,
                answer: .json(200, ErasureAnswer.schema), problems: [.notFound, .soleOwner])
        case .findPlayers:
            Documentation(
                summary: "List players by sign-up date, optionally by alias prefix.",
                answer: .json(200, FoundPlayersAnswer.schema))
        case .exportNamedPlayer:
            Documentation(
                summary: "Export all of a player's data in one document.", body: NamedPlayerBody.schema,
                answer: .anyJSON, problems: [.notFound])
        default:
            Documentation(
                summary: "Export all of the player's data in one document.", answer: .anyJSON,
                problems: [.tooManyRequests])
        }
    }
}
