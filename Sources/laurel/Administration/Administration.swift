import LaurelClient
import LaurelStorageSQLite
import LaurelWire

/// How a command reaches the service: through the socket in the data folder, of the server that runs there or of one
/// that runs for the command alone. It is the same interface (/v1/connect), and the caller is administrator.
struct Administration: Sendable {
    /// An export or an erasure of millions of scores says nothing for minutes.
    private static let patience = Duration.seconds(3_600)
    /// A player's export has all of their scores.
    private static let answerBytesLimit = 1 << 30

    private let folder: String
    private let path: String
    private let socket: WatchedTransport
    private let client: Client
    /// With a server that answers nothing.
    private let answerPatience: AnswerPatience

    /// Whether no server runs, and this one ends with the command: it has no address.
    let isAlone: Bool

    private init(inFolder folder: String, _ answerPatience: AnswerPatience, isAlone: Bool = false) {
        self.folder = folder
        self.answerPatience = answerPatience
        self.isAlone = isAlone
        path = DataFolder.socket(in: folder)
        socket = WatchedTransport(path: path, isWatching: !isAlone, patience: answerPatience)
        var client = Client(server: .local, transport: socket)
        client.patience = Self.patience
        client.answerBytesLimit = Self.answerBytesLimit
        self.client = client
    }

    /// What a request carries.
    struct Content: Sendable {
        let bytes: [UInt8]
        let type: String

        static func body(_ body: some RequestBody) -> Content { .json(body.json) }
        /// JSON that the server reads as it is.
        static func json(_ bytes: [UInt8]) -> Content { Content(bytes: bytes, type: "application/json") }
    }

    // MARK: Asking

    func ask<Value: Answer>(_ route: Route, _ content: Content? = nil) async throws -> Value {
        try await ask(route, content, as: Value.shape)
    }

    func ask<Value>(_ route: Route, _ content: Content? = nil, as shape: Shape<Value>) async throws -> Value {
        do throws(ClientError) {
            guard let content else { return try await client.ask(route, as: shape) }
            return try await client.ask(route, content.bytes, contentType: content.type, as: shape)
        } catch {
            throw reason(error)
        }
    }

    /// Something whose answer says nothing that counts.
    func tell(_ route: Route, _ content: Content? = nil) async throws {
        do throws(ClientError) {
            guard let content else { return try await client.tell(route) }
            try await client.tell(route, content.bytes, contentType: content.type)
        } catch {
            throw reason(error)
        }
    }

    /// - Returns: what isn't JSON, such as a picture.
    func file(_ route: Route) async throws -> [UInt8] {
        do throws(ClientError) { return try await client.exchange(route).body } catch { throw reason(error) }
    }

    /// Hands on an answer of any length as it comes, on a thread of its own.
    ///
    /// - Parameter part: false: no more is wanted.
    func download(_ route: Route, part: @escaping @Sendable ([UInt8]) -> Bool) async throws {
        let response: TransportResponse
        do throws(TransportError) {
            response = try await socket.receive(client.request(route), part: part)
        } catch {
            throw reason(.network(error))
        }
        guard response.status == 200 else { throw reason(ClientError(refusal: response)) }
    }

    /// An error as a message for the person at the terminal.
    private func reason(_ error: ClientError) -> any Error {
        switch error {
        case .problem(let problem): return Failure(problem)
        case .unreadable(let answer):
            return Failure(
                "what answers at \(path) isn't a Laurel server, or one of another version: \(answer.reason)", status: 1)
        case .network(.unreachable), .network(.lost): return ConnectionLost()
        case .network(.timedOut) where socket.hasGivenUp:
            return Failure(
                "\(StartingServer(folder: folder, patience: answerPatience).silence.message). Check what was done "
                    + "before you type the command again", status: 1)
        case .network(.timedOut):
            return Failure(
                "the server hasn't answered within \(Self.patience.components.seconds / 60) minutes", status: 1)
        case .network(.tooLarge(let limit)):
            return Failure("the server's answer has more than \(limit) bytes", status: 1)
        case .network(.cancelled): return CancellationError()
        case .network(.insecure): return Failure("can't talk to the server at \(path)", status: 1)
        case .network(.other(let reason)):
            return Failure("can't talk to the server at \(path): \(reason)", status: 1)
        }
    }

    // MARK: Reaching

    /// Runs `work` with access to the command's data folder.
    ///
    /// - Parameters:
    ///   - makesStore: whether to create a missing store. Otherwise a mistyped folder would get an empty one.
    ///   - lost: what to say when the server ended before it answered, and so perhaps in the middle of the work; it is
    ///     given a server that is there again, if there is one.
    static func with(
        _ invocation: Invocation, makesStore: Bool = false, _ work: (Administration) async throws -> Void,
        lost: (Administration?) async throws -> Aftermath = { _ in .unknown }
    ) async throws {
        let folder = DataFolder.path(invocation)
        let patience = try AnswerPatience.ofThisProcess()
        do {
            try await reach(folder, patience, makesStore: makesStore, work)
        } catch is ConnectionLost {
            switch try await aftermath(in: folder, patience, lost) {
            case .done(let message): Terminal.say(message)
            case .failed(let message): throw Failure(message, status: 1)
            }
        }
    }

    private static func aftermath(
        in folder: String, _ patience: AnswerPatience, _ lost: (Administration?) async throws -> Aftermath
    ) async throws -> Aftermath {
        do {
            if try await StartingServer(folder: folder, patience: patience).isReady() {
                return try await lost(Administration(inFolder: folder, patience))
            }
        } catch is ConnectionLost {
            // Gone again: nobody can be asked.
        }
        return try await lost(nil)
    }

    /// Runs `work` with the server that uses the folder, once that one is ready, or else with a server that runs for
    /// this alone: commands see the same either way.
    private static func reach(
        _ folder: String, _ patience: AnswerPatience, makesStore: Bool, _ work: (Administration) async throws -> Void
    ) async throws {
        let server = Administration(inFolder: folder, patience)
        if try await StartingServer(folder: folder, patience: patience).isReady() { return try await work(server) }
        guard !StoreLocation.isElsewhere(folder) else {
            throw Failure(
                "no server runs in \(folder), and its store is in PostgreSQL, where another server may be using it. "
                    + "Type this on the machine where the server runs, with its data folder, or start one: laurel "
                    + "serve --store URL --data \(folder)", status: 1)
        }
        guard try makesStore || SQLiteStore.exists(in: folder) else {
            throw Failure(
                "\(folder) has no data; give the server's folder with --data, or start a server there: "
                    + "laurel serve --data \(folder)", status: 1)
        }
        let stop = try await Composition.serveCommand(in: folder)
        do {
            try await work(Administration(inFolder: folder, patience, isAlone: true))
        } catch {
            await stop()
            throw error
        }
        await stop()
    }
}
