import LaurelClient
import LaurelDomain
import LaurelWire

/// Which server, game and device: from a call, else from the environment, else the defaults.
struct Configuration: Sendable {
    /// Why there is no game to speak of: the error of every call, until it is mended.
    let game: Result<DeviceGame, GKError>
    let device: DeviceFolder
    let guests: Laurel.GuestPolicy
    /// Of the game; nil: nobody knows.
    let version: AppVersion?
    /// The challenge that the program was started for.
    let challenge: ChallengeID?
    /// The activity that the program was started for.
    let activity: LaunchActivity?
    /// The match that the program was started for.
    let match: MatchID?

    /// What ``Laurel/configure(server:bundleID:environment:device:guests:version:)`` said; nil: nothing.
    struct Choices: Sendable {
        var server: String?
        var bundleID: String?
        var environment: String?
        var device: String?
        var guests: Laurel.GuestPolicy?
        var version: String?
    }

    /// - Parameters:
    ///   - variables: of the process: `LAUREL_SERVER`, `LAUREL_BUNDLE_ID`, `LAUREL_ENVIRONMENT`, `LAUREL_DEVICE`,
    ///   `LAUREL_GUESTS`, `LAUREL_GAME_VERSION`, `LAUREL_CHALLENGE`, `LAUREL_ACTIVITY`, `LAUREL_MATCH`.
    ///   - mainVersion: of the main bundle.
    ///   - arguments: of the program, its name first.
    init(
        _ choices: Choices, variables: [String: String], mainBundleID: String?, mainVersion: String? = nil,
        arguments: [String] = []
    ) {
        func value(_ choice: String?, _ name: String) -> String? {
            choice ?? variables[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        device =
            value(choices.device, "LAUREL_DEVICE").map { DeviceFolder(path: $0) } ?? .standard(environment: variables)
        guests = choices.guests ?? variables["LAUREL_GUESTS"].flatMap(Laurel.GuestPolicy.init(rawValue:)) ?? .refused
        version = (value(choices.version, "LAUREL_GAME_VERSION") ?? mainVersion).flatMap { AppVersion($0) }
        let launch = LaunchArguments(arguments)
        challenge = launch.challenge ?? variables["LAUREL_CHALLENGE"].flatMap { ChallengeID($0) }
        activity = launch.activity ?? variables["LAUREL_ACTIVITY"].flatMap { LaunchActivity($0) }
        match = launch.match ?? variables["LAUREL_MATCH"].flatMap { MatchID($0) }
        let server = value(choices.server, "LAUREL_SERVER")
        let bundleID = value(choices.bundleID, "LAUREL_BUNDLE_ID") ?? mainBundleID
        let environment = value(choices.environment, "LAUREL_ENVIRONMENT")
        game = Result { () throws(GKError) in
            DeviceGame(
                server: try Self.server(server), bundleID: try Self.bundleID(bundleID),
                environment: try Self.environment(environment))
        }
    }

    private static func server(_ text: String?) throws(GKError) -> ServerAddress {
        guard let text else { return .local }
        guard let server = ServerAddress(text) else {
            throw GKError(.invalidParameter, detail: "“\(text)” isn't a server: use http://host:port or https://host.")
        }
        return server
    }

    private static func bundleID(_ text: String?) throws(GKError) -> BundleID {
        guard let text else {
            throw GKError(
                .gameUnrecognized,
                detail: "No bundle ID: call Laurel.configure(bundleID:) or set LAUREL_BUNDLE_ID.")
        }
        do throws(InvalidIdentifier) { return try BundleID(text) } catch {
            throw GKError(.gameUnrecognized, detail: "“\(text)” isn't a bundle ID: use the form com.example.game.")
        }
    }

    private static func environment(_ text: String?) throws(GKError) -> LaurelDomain.Environment {
        guard let text else { return .production }
        guard let environment = LaurelDomain.Environment(name: text) else {
            throw GKError(.invalidParameter, detail: "“\(text)” isn't an environment: use production or sandbox.")
        }
        return environment
    }
}
