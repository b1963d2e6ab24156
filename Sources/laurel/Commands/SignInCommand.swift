import Foundation
import Glibc
import LaurelClient
import LaurelDomain
import LaurelWire

extension Command {
    static let signIn = Command(
        name: ["sign-in"], summary: "Sign a player in to a game on a device",
        options: [
            CommandOption("--device", "DIR", "Device folder (default: $LAUREL_DEVICE, or the user's own)"),
            CommandOption("--alias", "A", "Player's alias (required)"),
            CommandOption("--server", "URL", "Server (default: $LAUREL_SERVER, or http://127.0.0.1:8080)"),
            CommandOption("--bundle-id", "ID", "Game (default: $LAUREL_BUNDLE_ID)"),
            CommandOption("--environment", "E", "production or sandbox (default: $LAUREL_ENVIRONMENT, or production)"),
            CommandOption("--code", "CODE", "Two-factor code, if the player uses one"),
        ],
        examples: [
            "laurel sign-in --alias jungle-jim --bundle-id com.ali.MonkeyJump",
            "laurel sign-in --device /tmp/second --alias ali --bundle-id com.ali.MonkeyJump < password.txt",
        ]
    ) { invocation in
        let variables = ProcessInfo.processInfo.environment
        let game = try DeviceSignIn.game(invocation, variables)
        let device =
            (invocation["--device"] ?? variables["LAUREL_DEVICE"]).map { DeviceFolder(path: $0) }
            ?? DeviceFolder.standard(environment: variables)
        guard let alias = invocation["--alias"] else { throw Failure("--alias is required") }
        let password = try Terminal.password("Password for \(alias): ")
        let session = try await DeviceSignIn(game: game, device: device)(
            alias: alias, password: password, code: invocation["--code"])
        Terminal.say("\(session.player.displayName) is signed in to \(game.bundleID.text) on \(device.path)")
    }
}

/// Opens a session for a game and leaves it in a device's folder, where the game finds it.
struct DeviceSignIn {
    let game: DeviceGame
    let device: DeviceFolder

    func callAsFunction(alias: String, password: String, code: String?) async throws(Failure) -> StoredSession {
        var body = SignInBody()
        body.alias = alias
        body.password = password
        body.code = code
        body.session.bundleID = game.bundleID
        body.session.environment = game.environment
        body.session.device = try change { $0.deviceName }
        body.session.waiting = try waitingResults()
        let session = StoredSession(try await opened(body), for: game)
        try change { $0.signIn(session, to: game) }
        return session
    }

    private func change<Value>(_ body: (inout DeviceState) -> Value) throws(Failure) -> Value {
        do throws(DeviceError) { return try device.change(body).0 } catch {
            throw Failure(error.description, status: 1)
        }
    }

    /// The server believes no date of a score from before the device had nothing waiting (rule 4.7).
    private func waitingResults() throws(Failure) -> Int {
        do throws(DeviceError) { return try SubmissionQueue.waitingResults(of: game, on: device) } catch {
            throw Failure(error.description, status: 1)
        }
    }

    private func opened(_ body: SignInBody) async throws(Failure) -> OpenedSession {
        do throws(ClientError) {
            return try await Client(server: game.server, transport: SystemTransport()).signIn(body)
        } catch {
            switch error {
            case .network(let reason):
                throw Failure("can't reach \(game.server) (\(reason)); give the server with --server", status: 1)
            case .unreadable(let answer):
                throw Failure("\(game.server) doesn't look like a Laurel server: \(answer.reason)", status: 1)
            case .problem(let problem):
                throw Failure([problem.title, problem.detail].compactMap(\.self).joined(separator: ": "), status: 1)
            }
        }
    }

    static func game(_ invocation: Invocation, _ variables: [String: String]) throws(Failure) -> DeviceGame {
        let address = invocation["--server"] ?? variables["LAUREL_SERVER"] ?? ServerAddress.local.text
        guard let server = ServerAddress(address) else {
            throw Failure("--server must be http://host:port or https://host, not “\(address)”")
        }
        guard let text = invocation["--bundle-id"] ?? variables["LAUREL_BUNDLE_ID"] else {
            throw Failure("give the game with --bundle-id, or set LAUREL_BUNDLE_ID")
        }
        let name = invocation["--environment"] ?? variables["LAUREL_ENVIRONMENT"] ?? "production"
        guard let environment = LaurelDomain.Environment(name: name) else {
            throw Failure("--environment must be production or sandbox, not “\(name)”")
        }
        do throws(InvalidIdentifier) {
            return DeviceGame(server: server, bundleID: try BundleID(text), environment: environment)
        } catch {
            throw Failure("“\(text)” isn't a bundle ID such as com.example.game")
        }
    }
}

extension Terminal {
    /// What somebody types without seeing it; where nobody types, the first line that comes in.
    static func password(_ prompt: String) throws(Failure) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(), !line.isEmpty else { throw Failure("no password on standard input") }
            return line
        }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw Failure("this terminal can't hide a password") }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        write(prompt, to: STDERR_FILENO)
        let line = readLine()
        var restored = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &restored)
        write("\n", to: STDERR_FILENO)
        guard let line, !line.isEmpty else { throw Failure("no password was entered") }
        return line
    }
}
