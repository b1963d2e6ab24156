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

    private func notice(_ player: PlayerNumber) -> Change.Fact {
        .notice(NewNotice(to: player, .friendAccepted, about: PlayerNumber(9), created: .first))
    }

    @Test("what nobody hears is read with the next tick, or before what somebody hears, and no one misses anything")
    func unheard() async throws {
        let store = try PlayStore.make()
        let feed = NoticeFeed(store.directory)
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
        try await world.turn(.end(MatchWorld.next(1, 0)), number, by: world.ada, key: 2)
        #expect(told.withLock { $0 } == [[world.zoe]])
    }
}
