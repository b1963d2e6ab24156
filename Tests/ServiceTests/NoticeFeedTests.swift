import Foundation
import LaurelDomain
import LaurelMatches
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Feed of notices", .timeLimit(.minutes(5))) struct NoticeFeedTests {
    private final class Ear: NoticeListener {
        let events: AsyncStream<NoticeEvent>
        private let inlet: AsyncStream<NoticeEvent>.Continuation

        init() { (events, inlet) = AsyncStream.makeStream(of: NoticeEvent.self) }

        var hasRoom: Bool { true }
        func hear(_ event: NoticeEvent) async { inlet.yield(event) }
    }

    /// Looks, at each event, at what a client would ask for.
    private final class Eye: NoticeListener {
        private let versions = Mutex<[MatchVersion?]>([])
        private let look: @Sendable () -> MatchVersion?

        init(_ look: @escaping @Sendable () -> MatchVersion?) { self.look = look }

        var seen: [MatchVersion?] { versions.withLock { $0 } }
        var hasRoom: Bool { true }
        func hear(_ event: NoticeEvent) async { versions.withLock { $0.append(look()) } }
    }

    private func notice(_ player: PlayerNumber) -> Change.Fact {
        .notice(NewNotice(to: player, .friendAccepted, about: PlayerNumber(9), created: .first))
    }

    @Test("what nobody hears is read with the next tick, or before what somebody hears, and no one misses anything")
    func unheard() async throws {
        let store = try PlayStore.make()
        let feed = NoticeFeed(store.directory, Outbox())
        let (ada, zoe) = (PlayerNumber(1), PlayerNumber(2))
        let session = Session(
            id: SessionID(1), player: ada, device: DeviceNumber(1), binding: .firstParty)
        let ear = Ear()
        var heard = ear.events.makeAsyncIterator()
        let running = Task { await feed.run() }
        feed.add(ear, of: session, after: nil)
        let first = await heard.next()
        #expect(first == .inbox(unread: 0, last: .start, change: nil))

        try store.journal.commit(Change(facts: [notice(zoe)]))
        #expect(!feed.noteTold([zoe]))
        feed.tick()
        var told: Set<PlayerNumber> = []
        while !told.contains(zoe) {
            await Task.yield()
            told.formUnion(feed.takeTold())
        }

        try store.journal.commit(Change(facts: [notice(zoe)]))
        #expect(!feed.noteTold([zoe]))
        try store.journal.commit(Change(facts: [notice(zoe), notice(ada)]))
        #expect(feed.noteTold([zoe, ada]))
        guard case .notices(let notices)? = await heard.next() else {
            Issue.record("Ada heard something else")
            return
        }
        #expect(notices.map(\.id) == [NoticeID(4)] && notices.map(\.content.player) == [ada])
        #expect(feed.noteTold(nil), "who may be anybody may be Ada")
        feed.remove(ear, of: ada)
        #expect(!feed.noteTold([ada]))
        running.cancel()
        await running.value
    }

    @Test("the writer says whom a commit tells")
    func players() async throws {
        let world = try await MatchWorld()
        let told = Mutex<[[PlayerNumber]?]>([])
        world.play.outbox.listenToNotices { players in told.withLock { $0.append(players) } }
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        #expect(told.withLock { $0 }.isEmpty)
        let seen = Mutex<[MatchVersion?]>([])
        world.play.outbox.listenToNotices { [keeper = world.play.keeper, game = world.game] _ in
            let version = keeper.matches.read(game) { $0[number]?.version }
            seen.withLock { $0.append(version) }
        }
        let turn = try #require(
            try await world.turn(.end(MatchWorld.next(1, 0)), number, by: world.ada, key: 2))
        #expect(told.withLock { $0 } == [[world.zoe]])
        #expect(seen.withLock { $0 } == [turn.match.version], "readers see what is told")
    }

    /// Zoe, who is invited to a match and listens, and a feed that is awake between the store and memory of a commit.
    private struct Watch {
        let world: MatchWorld
        let journal: HeldJournal
        let eye: Eye
        let number: MatchNumber
        let running: Task<Void, Never>

        init() async throws {
            let (store, journal) = try PlayStore.make().held()
            let world = try await MatchWorld(store)
            let outbox = world.play.outbox
            let feed = NoticeFeed(store.directory, outbox)
            outbox.listenToNotices { feed.noteTold($0) }
            let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
            let number = try await world.find(request, by: world.ada, key: 1).match.number
            let eye = Eye { [keeper = world.play.keeper, game = world.game] in
                keeper.matches.read(game) { $0[number]?.version }
            }
            let session = Session(
                id: SessionID(1), player: world.zoe, device: DeviceNumber(1), binding: .firstParty)
            running = Task { await feed.run() }
            feed.add(eye, of: session, after: nil)
            while eye.seen.isEmpty { await Task.yield() }
            // On the writer's thread: the feed reads the notice, and tells it or waits.
            journal.whenWritten {
                feed.wake()
                while !outbox.isAwaited, eye.seen.count == 1 { sched_yield() }
            }
            (self.world, self.journal, self.eye, self.number) = (world, journal, eye, number)
        }

        /// Ada's, by which Zoe is told.
        func turn() async throws -> MatchDetails? {
            try await world.turn(.end(MatchWorld.next(1, 0)), number, by: world.ada, key: 2)
        }

        func end() async {
            running.cancel()
            await running.value
        }
    }

    @Test("rule 12.19: who is told of a turn can see it, though the store had both earlier and the feed was awake")
    func published() async throws {
        let watch = try await Watch()
        let turn = try #require(try await watch.turn())
        while watch.eye.seen.count < 2 { await Task.yield() }
        #expect(watch.eye.seen[1] == turn.match.version)
        await watch.end()
    }

    @Test("rule 12.19: a turn whose commit failed, and was written all the same, is told once memory has it")
    func doubted() async throws {
        let watch = try await Watch()
        let before = try await watch.world.read(watch.number, by: watch.world.ada).match.version
        watch.journal.setLosesAnswers(true)
        await #expect(throws: MatchError.self) { try await watch.turn() }
        watch.journal.setLosesAnswers(false)
        while watch.eye.seen.count < 2 { await Task.yield() }
        let after = try await watch.world.read(watch.number, by: watch.world.ada).match.version
        #expect(watch.eye.seen[1] == after && after > before)
        await watch.end()
    }
}
