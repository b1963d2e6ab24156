import LaurelCluster
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStoragePostgres

/// Nodes over one database: who owns it, and who lives.
@Suite("Nodes over one PostgreSQL", .timeLimit(.minutes(15))) struct PostgresClusterTests {
    private func nodes(_ count: Int64) throws -> [SampleNode] {
        let server = try PostgresCluster.newDatabase()
        return try (1...count).map { try SampleNode($0, server: server) }
    }

    // MARK: Looks and beats

    @Test("a new store has no owner and no nodes, and a clock")
    func new() throws {
        let node = try nodes(1)[0]
        let look = try node.cluster.look()
        #expect(look.lease == Lease(epoch: 0, claim: 0, holder: .nobody, beat: 0))
        #expect(look.nodes == [])
        // 2020-09-13
        #expect(look.clock.milliseconds > 1_600_000_000_000 && look.clock < .last)
    }

    @Test("the first owner gives the store its level; it's raised once no node is below, and none below claims it then")
    func levels() throws {
        let nodes = try nodes(3)
        var old = nodes[0].announcement, new = nodes[1].announcement
        (old.level, new.level) = (3, 4)
        #expect(try nodes[0].cluster.look().level == 1)
        #expect(try nodes[0].cluster.beat(old, holding: nil))
        #expect(try nodes[1].cluster.beat(new, holding: nil))
        let first = try #require(try nodes[0].cluster.claim(nodes[0].cluster.look().lease, by: old))
        #expect(try nodes[1].cluster.look().level == 3)
        try nodes[1].cluster.raise(to: 4)
        #expect(try nodes[1].cluster.look().level == 3)
        try nodes[0].cluster.release(first)
        // A node above the level owns the store, and leaves it.
        let second = try #require(try nodes[1].cluster.claim(nodes[1].cluster.look().lease, by: new))
        #expect(try nodes[1].cluster.look().level == 3)
        try nodes[0].cluster.remove(old.id)
        try nodes[2].cluster.raise(to: 4)
        try nodes[2].cluster.raise(to: 4)
        #expect(try nodes[2].cluster.look().level == 4)
        try nodes[1].cluster.release(second)
        #expect(try nodes[0].cluster.claim(nodes[0].cluster.look().lease, by: old) == nil)
        #expect(try nodes[1].cluster.claim(nodes[1].cluster.look().lease, by: new) != nil)
    }

    @Test("a server alone gives the store its level, and isn't given one above")
    func levelAlone() throws {
        let address = try PostgresCluster.newDatabase()
        let store = try PostgresStore(server: address)
        defer { store.close() }
        try store.takeOver(as: "new", level: 2)
        #expect(throws: StoreError.self) { try store.takeOver(as: "old", level: 1) }
        try store.takeOver(as: "new", level: 2)
    }

    @Test("a beat announces a node, and moves each time")
    func beats() throws {
        let nodes = try nodes(2)
        #expect(try nodes[1].beat())
        #expect(try nodes[0].beat())
        #expect(try nodes[0].beat())
        #expect(
            try nodes[1].cluster.look().nodes == [
                ClusterLook.Node(nodes[0].announcement, beat: 2), ClusterLook.Node(nodes[1].announcement, beat: 1),
            ])
        var changed = nodes[0].announcement
        (changed.name, changed.address, changed.level) = ("other", "[::1]:1", 2)
        #expect(try nodes[0].cluster.beat(changed, holding: nil))
        #expect(try nodes[1].cluster.look().nodes.first == ClusterLook.Node(changed, beat: 3))
    }

    @Test("a beat says how far a node follows")
    func following() throws {
        let nodes = try nodes(2)
        var announcement = nodes[0].announcement
        for following in [NodeAnnouncement.Following.cold, .rows(0), .rows(1_234_567_890_123), .unknown] {
            announcement.following = following
            #expect(try nodes[0].cluster.beat(announcement, holding: nil))
            #expect(try nodes[1].cluster.look().nodes.map(\.announcement) == [announcement])
        }
    }

    @Test("nodes of the release before, which don't say it, go on beside, and their tables can be looked at")
    func followingUnknown() throws {
        let server = try PostgresCluster.newDatabase()
        let before = try SampleNode(1, server: server)
        func beatBefore(_ beat: Int) throws {
            try PostgresCluster.run(
                """
                INSERT INTO nodes (node, name, address, level, beat) VALUES (1, 'node 1', 'host1:8080', 1, \(beat))
                ON CONFLICT (node) DO UPDATE SET beat = excluded.beat
                """, on: server)
        }
        try PostgresCluster.run("ALTER TABLE nodes DROP COLUMN followed", on: server)
        try beatBefore(1)
        #expect(try before.cluster.look().nodes == [ClusterLook.Node(before.announcement, beat: 1)])
        // Opening adds the column.
        let new = try SampleNode(2, server: server)
        var announcement = new.announcement
        announcement.following = .rows(3)
        #expect(try new.cluster.beat(announcement, holding: nil))
        try beatBefore(2)
        for node in [before, new] {
            #expect(
                try node.cluster.look().nodes == [
                    ClusterLook.Node(before.announcement, beat: 2), ClusterLook.Node(announcement, beat: 1),
                ])
        }
    }

    @Test("rows of all streams are counted, as a node counts those that it follows")
    func journalRows() throws {
        let nodes = try nodes(2)
        #expect(try nodes[1].cluster.journalRows() == 0)
        _ = try nodes[0].mustClaim()
        try nodes[0].store.commit(Change(rows: [.sample(1), .sample(2), .sample(1, JournalContract.other)]))
        #expect(try nodes[1].cluster.journalRows() == 3)
    }

    @Test("a beat of the owner is seen as it was given, and one that comes late changes nothing")
    func ownersBeats() throws {
        let nodes = try nodes(2)
        var lease = try nodes[0].mustClaim()
        let first = lease
        for _ in 0..<3 {
            lease = lease.next()
            #expect(try nodes[0].beat(lease))
            #expect(try nodes[1].cluster.look().lease == lease)
        }
        #expect(try nodes[0].beat(lease))
        #expect(try !nodes[0].beat(first.next()))
        #expect(try nodes[1].cluster.look().lease == lease)
        lease.beat = 1_000
        #expect(try nodes[0].beat(lease))
        #expect(try nodes[1].cluster.look().lease == lease)
    }

    @Test("a beat goes through while the owner holds up others that would own the store")
    func besideWriters() throws {
        let nodes = try nodes(1)
        let lease = try nodes[0].mustClaim()
        try nodes[0].store.change { connection throws(StoreError) in
            guard let ownership = nodes[0].store.ownership else { throw .broken(reason: "no ownership") }
            try connection.each(ownership.check) { _ in true }
            do { #expect(try nodes[0].beat(lease.next())) } catch { Issue.record(error) }
        }
    }

    // MARK: Claims

    @Test("a node that has claimed writes, and nobody before")
    func claim() throws {
        let nodes = try nodes(2)
        for node in nodes { #expect(throws: StoreError.lostOwnership) { try node.write("early") } }
        #expect(throws: StoreError.lostOwnership) { try nodes[0].store.commit(Change(rows: [.sample(1)])) }
        #expect(throws: StoreError.lostOwnership) { try nodes[0].store.checkOwnership() }
        let lease = try nodes[0].mustClaim()
        #expect(lease == Lease(epoch: 1, claim: lease.claim, holder: .node(nodes[0].announcement.id), beat: 0))
        #expect(try nodes[1].cluster.look().lease == lease)
        #expect(try nodes[1].store.owner() == StoreOwner(epoch: 1, holder: "node 1"))
        try nodes[0].store.checkOwnership()
        try nodes[0].store.commit(Change(rows: [.sample(1)]))
        try nodes[0].write("a")
        #expect(throws: StoreError.lostOwnership) { try nodes[1].write("b") }
        #expect(try nodes[1].words() == ["a"])
        #expect(!nodes[1].store.isLost)
    }

    @Test("of many claims at once, one wins")
    func atOnce() async throws {
        let nodes = try nodes(6)
        let seen = try nodes[0].cluster.look().lease
        let leases = try await withThrowingTaskGroup { group in
            for node in nodes { group.addTask { try node.claim(seen) } }
            return try await group.reduce(into: [Lease?]()) { $0.append($1) }
        }
        let won = leases.compactMap { $0 }
        #expect(won.count == 1)
        #expect(try nodes[0].cluster.look().lease == won.first)
        for node in nodes {
            if node.announcement.id == won.first?.node {
                try node.write("won")
            } else {
                #expect(throws: StoreError.lostOwnership) { try node.write("lost") }
            }
        }
    }

    enum Difference: CaseIterable, Sendable {
        case epoch, claim, holder, beat
    }

    @Test("a lease that isn't as it was seen isn't claimed", arguments: Difference.allCases)
    func different(difference: Difference) throws {
        let nodes = try nodes(2)
        let lease = try nodes[0].mustClaim()
        var seen = lease
        switch difference {
        case .epoch: seen.epoch += 1
        case .claim: seen.claim &+= 1
        case .holder: seen.holder = .server
        case .beat: #expect(try nodes[0].beat(lease.next()))
        }
        #expect(try nodes[1].claim(seen) == nil)
        try nodes[0].write("a")
        #expect(throws: StoreError.lostOwnership) { try nodes[1].write("b") }
        #expect(try nodes[1].store.owner().holder == "node 1")
    }

    @Test("after a claim, the former owner's beats and writes are refused; it may claim again")
    func former() throws {
        let nodes = try nodes(2)
        let losses = Atomic(0)
        nodes[0].store.onLostOwnership { losses.add(1, ordering: .relaxed) }
        for round in 1...2 {
            let lease = try nodes[0].mustClaim()
            try nodes[0].write("\(round)a")
            let next = try #require(try nodes[1].claim(lease))
            #expect(next.epoch == lease.epoch + 1 && next.claim != lease.claim)
            #expect(try !nodes[0].beat(lease.next()))
            for _ in 0..<2 { #expect(throws: StoreError.lostOwnership) { try nodes[0].write("\(round)x") } }
            #expect(throws: StoreError.lostOwnership) { try nodes[0].store.commit(Change(rows: [.sample(1)])) }
            #expect(nodes[0].store.isLost)
            #expect(losses.load(ordering: .relaxed) == round)
            try nodes[1].write("\(round)b")
        }
        #expect(try nodes[0].words() == ["1a", "1b", "2a", "2b"])
    }

    @Test("what began under one ownership isn't written under the next one")
    func between() throws {
        let nodes = try nodes(2)
        _ = try nodes[0].mustClaim()
        let began = nodes[0].store.ownership
        #expect(try nodes[0].store.stillOwned(began) == began)
        #expect(throws: StoreError.lostOwnership) {
            try nodes[0].store.change { connection throws(StoreError) in
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("old"), 0)")
                do {
                    _ = try nodes[1].mustClaim()
                    _ = try nodes[0].mustClaim()
                } catch {
                    Issue.record(error)
                }
            }
        }
        // Nothing else keeps rows of the journal from it, which are planned in memory.
        #expect(throws: StoreError.lostOwnership) { try nodes[0].store.stillOwned(began) }
        try nodes[0].write("new")
        #expect(try nodes[0].words() == ["new"])
    }

    @Test("a claim waits for the former owner's COMMIT, and a beat of that owner for the claim")
    func waitingClaim() throws {
        let nodes = try nodes(2)
        let lease = try nodes[0].mustClaim()
        let ownership = try #require(nodes[0].store.ownership)
        let connection = try nodes[0].store.pool.connect()
        try connection.begin(.readCommitted)
        try connection.run("INSERT INTO words (word, verdict) VALUES (\("last"), 0)")
        try connection.each(ownership.check) { _ in true }
        let claim = Background { try nodes[1].claim(lease) }
        try claim.whileRunning { try waiting(nodes[0], 1) }
        let beat = Background { try nodes[0].beat(lease.next()) }
        try beat.whileRunning { try waiting(nodes[0], 2) }
        #expect(try nodes[0].cluster.look().lease == lease)
        try connection.commit()
        let next = try #require(try claim.result())
        #expect(try !beat.result())
        #expect(try nodes[1].cluster.look().lease == next)
        #expect(try nodes[1].words() == ["last"])
    }

    /// Whether so many wait for locks.
    private func waiting(_ node: SampleNode, _ count: Int64) throws -> Bool {
        var found: Int64 = 0
        try node.store.read { connection throws(StoreError) in
            try connection.each(
                """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            ) { row throws(StoreError) in
                found = try row["count"]
                return false
            }
        }
        return found >= count
    }

    @Test("an epoch that a promoted standby gives out again has one owner")
    func twice() throws {
        let nodes = try nodes(2)
        let lost = try nodes[0].mustClaim()
        try nodes[1].store.read { connection throws(StoreError) in
            try connection.run("UPDATE leases SET epoch = 0, claim = 0, node = 0")
            try connection.run("UPDATE owners SET epoch = 0, claim = 0")
        }
        #expect(try !nodes[0].beat(lost.next()))
        let lease = try nodes[1].mustClaim()
        #expect(lease.epoch == lost.epoch)
        #expect(try !nodes[0].beat(lost.next()))
        #expect(throws: StoreError.lostOwnership) { try nodes[0].write("a") }
        try nodes[1].write("b")
    }

    // MARK: Release

    @Test("a store that was let go of is claimed at once; who let go of it writes nothing, and can't get it back")
    func release() throws {
        let nodes = try nodes(2)
        let lease = try nodes[0].mustClaim()
        try nodes[0].cluster.release(lease)
        #expect(throws: StoreError.lostOwnership) { try nodes[0].write("a") }
        #expect(!nodes[0].store.isLost)
        let seen = try nodes[1].cluster.look().lease
        #expect(seen == Lease(epoch: lease.epoch, claim: lease.claim, holder: .nobody, beat: 0))
        #expect(try !nodes[0].beat(lease.next()))
        let next = try #require(try nodes[1].claim(seen))
        try nodes[0].cluster.release(lease)
        try nodes[0].cluster.release(seen)
        #expect(try nodes[0].cluster.look().lease == next)
        try nodes[1].write("b")
        #expect(try nodes[0].words() == ["b"])
    }

    @Test("a change that began before the release isn't written after it")
    func releaseMeanwhile() throws {
        let nodes = try nodes(1)
        let lease = try nodes[0].mustClaim()
        #expect(throws: StoreError.lostOwnership) {
            try nodes[0].store.change { connection throws(StoreError) in
                try connection.run("INSERT INTO words (word, verdict) VALUES (\("late"), 0)")
                do { try nodes[0].cluster.release(lease) } catch { Issue.record(error) }
            }
        }
        #expect(try nodes[0].words() == [])
    }

    @Test("what was let go of isn't taken up again by a beat, though the store didn't hear of it")
    func releaseUnheard() throws {
        let server = try PostgresCluster.newDatabase()
        let relay = try PostgresRelay(to: server)
        let node = try SampleNode(1, server: relay.address)
        let lease = try node.mustClaim()
        relay.refuse()
        node.store.pool.cut()
        #expect(throws: ClusterStoreError.unavailable) { try node.cluster.release(lease) }
        relay.takeAgain()
        #expect(try node.beat(lease.next()))
        #expect(throws: StoreError.lostOwnership) { try node.write("a") }
    }

    // MARK: Servers that are no nodes

    @Test("a server that takes the store by force is an owner that doesn't beat, and is claimed as such")
    func force() throws {
        let nodes = try nodes(1)
        let single = try PostgresStore(server: nodes[0].store.pool.server)
        let lease = try nodes[0].mustClaim()
        try single.takeOver(as: "single")
        #expect(try !nodes[0].beat(lease.next()))
        #expect(throws: StoreError.lostOwnership) { try nodes[0].write("a") }
        let seen = try nodes[0].cluster.look().lease
        #expect(seen == Lease(epoch: lease.epoch + 1, claim: seen.claim, holder: .server, beat: 0))
        #expect(seen.claim != lease.claim && seen.node == nil)
        try single.checkOwnership()
        let next = try #require(try nodes[0].claim(seen))
        #expect(throws: StoreError.lostOwnership) { try single.checkOwnership() }
        #expect(next.epoch == seen.epoch + 1)
        try nodes[0].write("b")
    }

    // MARK: Removal

    @Test("a node that ends is removed, and one that has died, unless it has beaten since")
    func removal() throws {
        let nodes = try nodes(4)
        for node in nodes { #expect(try node.beat()) }
        let seen = try nodes[0].cluster.look().nodes
        #expect(try nodes[2].beat())
        try nodes[0].cluster.remove(Array(seen[1...2]))
        try nodes[3].cluster.remove(nodes[3].announcement.id)
        #expect(try nodes[0].cluster.look().nodes.map(\.announcement) == [nodes[0], nodes[2]].map(\.announcement))
        #expect(try nodes[1].beat())
        #expect(
            try nodes[0].cluster.look().nodes.map(\.announcement) == nodes.prefix(3).map(\.announcement))
    }

    // MARK: Doubt

    @Test(
        "a claim whose connection is lost is settled", arguments: [PostgresRelay.Cut.beforeCommit, .afterCommit])
    func doubt(cut: PostgresRelay.Cut) throws {
        let server = try PostgresCluster.newDatabase()
        let relay = try PostgresRelay(to: server)
        let node = try SampleNode(1, server: relay.address)
        relay.cutNext(cut)
        let lease = try node.mustClaim()
        #expect(relay.cutCount == 1)
        #expect(lease.epoch == 1)
        #expect(try node.cluster.look().lease == lease)
        try node.write("a")
    }

    @Test("a claim that stays in doubt and came about is the node's, once a look has shown it")
    func adoption() throws {
        let server = try PostgresCluster.newDatabase()
        let relay = try PostgresRelay(to: server)
        let node = try SampleNode(1, server: relay.address, doubtMilliseconds: 0)
        relay.cutNext(.forGood)
        let seen = try node.cluster.look().lease
        #expect(throws: ClusterStoreError.unavailable) { try node.claim(seen) }
        relay.takeAgain()
        let lease = try node.cluster.look().lease
        #expect(lease.node == node.announcement.id)
        try node.write("a")
        #expect(try node.beat(lease.next()))
        #expect(!node.store.hasUnsettledChange)
    }

    @Test("a lease that another claim of the same node has brought about is taken up by its first beat")
    func late() throws {
        let nodes = try nodes(1)
        let lost = try nodes[0].mustClaim()
        // The process doesn't know of it.
        nodes[0].store.own(Ownership(epoch: 0, claim: 5))
        #expect(try nodes[0].beat(lost.next()))
        try nodes[0].write("a")
    }

    @Test("a beat whose connection is lost is sent again", arguments: [PostgresRelay.Cut.beforeCommit, .afterCommit])
    func beatAgain(cut: PostgresRelay.Cut) throws {
        let server = try PostgresCluster.newDatabase()
        let relay = try PostgresRelay(to: server)
        let node = try SampleNode(1, server: relay.address)
        let lease = try node.mustClaim()
        #expect(try node.beat(lease.next()))
        relay.cutNext(cut)
        #expect(try node.beat(lease.next().next()))
        #expect(relay.cutCount == 1)
        #expect(try node.cluster.look().lease.beat == 2)
    }
}
