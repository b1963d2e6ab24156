import LaurelClient
import LaurelDomain
import Synchronization

/// A group of leaderboards shown together.
// SAFETY: what changes is in `state`, behind its lock.
open class GKLeaderboardSet: NSObject, NSSecureCoding, @unchecked Sendable {
    private struct State: Sendable, Codable {
        var identifier: String?
        var title = ""
        var leaderboards: [String] = []
        var image: String?
    }

    private let state: Mutex<State>
    private let center: Laurel

    public override init() {
        state = Mutex(State())
        center = .current
    }

    init(_ record: LeaderboardSetRecord, in center: Laurel) {
        state = Mutex(
            State(
                identifier: record.id, title: record.name, leaderboards: record.leaderboards, image: record.image))
        self.center = center
    }

    /// In the player's language; empty until loaded.
    open var title: String { state.withLock(\.title) }
    /// Always nil: sets belong to one game.
    open var groupIdentifier: String? { nil }
    open var identifier: String? {
        get { state.withLock(\.identifier) }
        set { state.withLock { $0.identifier = newValue } }
    }

    open override var description: String {
        "<\(type(of: self)) identifier: \(identifier ?? "nil"), title: \(title)>"
    }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(state.withLock(\.self)) }

    public required init?(coder: NSCoder) {
        guard let state = coder.decodeState(State.self) else { return nil }
        self.state = Mutex(state)
        center = .current
    }

    // MARK: Loading

    /// All of the game's sets.
    @preconcurrency open class func loadLeaderboardSets(
        completionHandler: (@Sendable ([GKLeaderboardSet]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.leaderboardSets().map { GKLeaderboardSet($0, in: center) }
        }
    }

    open class func loadLeaderboardSets() async throws -> [GKLeaderboardSet] {
        let center = Laurel.current
        return try await center.leaderboardSets().map { GKLeaderboardSet($0, in: center) }
    }

    /// The set's leaderboards, in display order.
    @preconcurrency open func loadLeaderboards(handler: @escaping @Sendable ([GKLeaderboard]?, (any Error)?) -> Void) {
        loadLeaderboards(completionHandler: handler)
    }

    @available(iOS, deprecated: 14.0)
    @preconcurrency open func loadLeaderboards(
        completionHandler: (@Sendable ([GKLeaderboard]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.leaderboards(try await self.record().leaderboards)
        }
    }

    @available(iOS, deprecated: 14.0)
    open func loadLeaderboards() async throws -> [GKLeaderboard] {
        try await center.leaderboards(try await record().leaderboards)
    }

    @preconcurrency open func loadImage(completionHandler: (@Sendable (UIImage?, (any Error)?) -> Void)? = nil) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.image(at: try await self.record().image)
        }
    }

    open func loadImage() async throws -> UIImage { try await center.image(at: try await record().image) }

    /// As it is now on the server: a set may have been archived long ago.
    private func record() async throws(GKError) -> LeaderboardSetRecord {
        let id = identifier
        guard let found = try await center.leaderboardSets().first(where: { $0.id == id }) else {
            throw GKError(.invalidParameter, detail: "The game has no leaderboard set “\(id ?? "")”.")
        }
        state.withLock { $0.title = found.name }
        return found
    }
}

extension Laurel {
    fileprivate func leaderboardSets() async throws(GKError) -> [LeaderboardSetRecord] {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in try await client.leaderboardSets(of: game) }
    }
}
