import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// `laurel serve --node`: several servers over one store in PostgreSQL, of which one answers and the others pass
/// requests on to it.
@Suite("A cluster", .serialized, .timeLimit(.minutes(15))) struct ClusterTests {
    private static let postgres = Result { try PostgresServer() }

    /// Nodes over a database of their own, which trust one another by the first one's key file.
    final class Cluster {
        let store: String
        private let server: PostgresServer
        private(set) var nodes: [LaurelProcess] = []
        private var key: URL?

        /// - Parameter server: nil: the one of all these tests.
        init(on server: PostgresServer? = nil) throws {
            let server = try server ?? ClusterTests.postgres.get()
            let name = "cluster\(UInt32.random(in: 0 ... .max))"
            self.server = server
            store = "postgres://laurel@/\(name)?host=\(server.folder)"
            _ = try administer("CREATE DATABASE \(name)")
        }

        /// - Returns: what the statement gives, unaligned and without a head.
        func administer(_ statement: String) throws -> String {
            let run = try ChildProcess(
                URL(filePath: "/usr/bin/env"),
                ["psql", "-X", "-q", "-A", "-t", "-d", server.address(of: "postgres"), "-c", statement])
            let output = run.remainingOutput()
            guard run.wait() == 0 else { throw TestGame.Trouble(description: "psql refuses: \(statement)") }
            return output
        }

        /// - Parameters:
        ///   - level: nil: this release's.
        ///   - options: beside those that make it a node.
        func start(level: Int? = nil, options: [String] = []) throws {
            let folder = try CommandTests.folder()
            let keyFile = key ?? folder.appending(path: "laurel.key")
            nodes.append(
                try LaurelProcess(
                    dataFolder: folder,
                    arguments: [
                        "--store", store, "--key-file", keyFile.path,
                        "--node", "127.0.0.1:\(try LocalListener.freePort())",
                    ] + (level.map { ["--node-level", "\($0)"] } ?? []) + options))
            key = keyFile
        }

        var keyPath: String { key?.path ?? "" }

        func remove(_ index: Int) { nodes.remove(at: index) }

        /// Returns when all nodes but the first one, the owner, have so many rows of the journal in memory.
        func followed(_ count: Int) async throws {
            for node in nodes.dropFirst() {
                while true {
                    let metrics = try await node.http.call("GET", "/metrics").text
                    let line = metrics.split(separator: "\n").first { $0.hasPrefix("laurel_node_followed_rows ") }
                    if let rows = line?.split(separator: " ").last.flatMap({ Int($0) }), rows >= count { break }
                }
            }
        }
    }

    @Test("any node answers any request; when the owner is killed, another one has all that was acknowledged")
    func killed() async throws {
        let cluster = try Cluster()
        for _ in 0..<3 { try cluster.start() }
        // Made over the socket in the folder of a node that doesn't own the store.
        let game = try await TestGame(on: cluster.nodes[1])
        let token = try await game.player("jim")
        for (value, node) in zip(1..., cluster.nodes) {
            let answer = try await node.http.json(
                "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
            #expect(answer.status == 200, "\(answer.text)")
        }
        let listed = try CommandTests.laurel("player", "list", data: cluster.nodes[2].dataFolder)
        #expect(listed.status == 0 && listed.output.contains("jim"), "\(listed.output)")
        // Nodes that have just started may be reading their boards, and say how far they follow each half second.
        var status = (status: Int32(0), output: "")
        var followers: [Substring] = []
        repeat {
            let answer = try CommandTests.laurel("cluster", "status", "--store", cluster.store)
            status = (answer.status, answer.output)
            followers = answer.output.split(separator: "\n").filter { $0.contains("passes requests on") }
        } while followers.contains { $0.contains(" reading its boards ") }
        #expect(status.status == 0 && status.output.contains("owns the store (epoch 1)"), "\(status.output)")
        #expect(followers.count == 2 && followers.allSatisfy { $0.contains(" behind ") }, "\(status.output)")

        try await Self.readEverywhere(cluster.nodes, game, token)

        let devices = try await Self.waitingDevices(cluster.nodes, game)
        // Beside the rows of the leaderboard.
        try await cluster.followed(4)
        // The first one that was started owns it.
        cluster.nodes[0].kill()
        cluster.remove(0)
        for (value, node) in zip(1..., cluster.nodes) {
            // Waits for the next owner.
            let answer = try await node.http.json(
                "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
            #expect(answer.object["isRepeat"] as? Bool == true, "\(answer.text)")
        }
        let page = try await cluster.nodes[0].http.json("GET", game.entries, token: token)
        let local = page.object["local"] as? [String: Any]
        #expect(local?["value"] as? Int == 3 && local?["rank"] as? Int == 1, "\(page.text)")
        let health = try await cluster.nodes[0].http.call("GET", "/healthz")
        #expect(health.status == 200)
        try await Self.signIn(devices, at: cluster.nodes)
    }

    /// Devices that ask to be signed in: one that its player has allowed already, and one that still waits.
    private struct Devices {
        let allowed, waiting: String
        /// What the player types for the second one, and their session on the server's own pages.
        let userCode, token: String
    }

    private static func waitingDevices(_ nodes: [LaurelProcess], _ game: TestGame) async throws -> Devices {
        let path = "/v1/device-authorizations"
        let signedIn = try await nodes[0].http.json(
            "POST", "/v1/sessions", ["alias": "jim", "password": "correct horse jim"])
        let token = try #require(signedIn.object["token"] as? String, "\(signedIn.text)")
        var codes: [(device: String, user: String)] = []
        for node in nodes.prefix(2) {
            let asked = try await node.http.json("POST", path, ["bundleID": game.bundleID])
            let device = try #require(asked.object["deviceCode"] as? String, "\(asked.text)")
            codes.append((device: device, user: try #require(asked.object["userCode"] as? String)))
        }
        let allowed = try await nodes[1].http.json(
            "POST", "\(path)/\(codes[0].user)/decision", ["allow": true], token: token)
        #expect(allowed.status == 204, "\(allowed.text)")
        return Devices(
            allowed: codes[0].device, waiting: codes[1].device, userCode: codes[1].user, token: token)
    }

    /// What they and their player go on with, after the node that they asked is gone.
    private static func signIn(_ devices: Devices, at nodes: [LaurelProcess]) async throws {
        let path = "/v1/device-authorizations"
        let allowed = try await nodes[0].http.json(
            "POST", "\(path)/\(devices.userCode)/decision", ["allow": true], token: devices.token)
        #expect(allowed.status == 204, "\(allowed.text)")
        for device in [devices.allowed, devices.waiting] {
            let fetched = try await nodes[1].http.json("POST", path + "/token", ["deviceCode": device])
            let token = try #require(fetched.object["token"] as? String, "\(fetched.text)")
            let me = try await nodes[0].http.json("GET", "/v1/players/me", token: token)
            #expect(me.status == 200, "\(me.text)")
            let again = try await nodes[0].http.json("POST", path + "/token", ["deviceCode": device])
            #expect(again.status == 400, "\(again.text)")
        }
    }

    @Test("scores without IDs that an owner had when it was lost are sent to the next one, and count")
    func lostScores() async throws {
        let cluster = try Cluster()
        for _ in 0..<3 { try cluster.start() }
        let game = try await TestGame(on: cluster.nodes[1])
        let token = try await game.player("jim")
        let (owner, other) = (cluster.nodes[0], cluster.nodes[1])
        // Over a connection that stays open, so that the next request leaves at once.
        let first = try await other.http.json("POST", game.scores, ["value": 1], token: token)
        #expect(first.status == 200, "\(first.text)")
        // Its kernel goes on taking requests, and nothing answers them.
        #expect(kill(owner.processID, SIGSTOP) == 0)
        async let one = other.http.json("POST", game.scores, ["value": 7], token: token)
        async let several = other.http.json(
            "POST", "/v1/games/\(game.bundleID)/scores",
            ["scores": [8, 9].map { ["leaderboard": "best", "value": $0] as [String: Any] }], token: token)
        for answer in [try await one, try await several] { #expect(answer.status == 200, "\(answer.text)") }
        owner.kill()
        let page = try await other.http.json("GET", game.entries, token: token)
        #expect((page.object["local"] as? [String: Any])?["value"] as? Int == 9, "\(page.text)")
    }

    /// What one node did shows in the next read at any node, and what it ended is refused there.
    private static func readEverywhere(_ nodes: [LaurelProcess], _ game: TestGame, _ token: String) async throws {
        // Pages that nodes keep from here on.
        for node in nodes { _ = try await node.http.json("GET", game.entries, token: token) }
        let ann = try await game.player("ann")
        for (value, writer) in zip(10..., nodes) {
            let sent = try await writer.http.json(
                "POST", game.scores, ["value": value, "id": "a\(value)"], token: ann)
            #expect(sent.status == 200, "\(sent.text)")
            for reader in nodes {
                for target in [game.entries, game.entries + "/around?count=3"] {
                    let page = try await reader.http.json("GET", target, token: ann)
                    let first = (page.object["entries"] as? [[String: Any]])?.first
                    let name = (first?["player"] as? [String: Any])?["displayName"] as? String
                    #expect((page.object["local"] as? [String: Any])?["value"] as? Int == value, "\(page.text)")
                    #expect(first?["value"] as? Int == value && name?.contains("ann") == true, "\(page.text)")
                }
            }
        }
        let device = try await game.token("ann")
        for node in nodes { #expect(try await node.http.json("GET", game.entries, token: device).status == 200) }
        let ended = try await nodes[2].http.json("DELETE", "/v1/sessions/current", token: device)
        #expect(ended.status == 204, "\(ended.text)")
        for node in nodes { #expect(try await node.http.json("GET", game.entries, token: device).status == 401) }
        let banned = try await nodes[1].administration.json(
            "PUT", "/v1/connect/apps/\(game.bundleID)/bans/ann", ["reason": "a speed hack"])
        #expect((200...204).contains(banned.status), "\(banned.text)")
        for node in nodes {
            let page = try await node.http.json("GET", game.entries, token: token)
            #expect(page.object["total"] as? Int == 1 && !page.text.contains("ann"), "\(page.text)")
        }
    }

    @Test("an owner that is asked to end hands the store over, and no request fails meanwhile")
    func handedOver() async throws {
        let cluster = try Cluster()
        for _ in 0..<2 { try cluster.start() }
        let game = try await TestGame(on: cluster.nodes[0])
        let token = try await game.player("jim")
        let (owner, other) = (cluster.nodes[0], cluster.nodes[1])
        async let ended = withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: owner.stop()) }
        }
        var value = 0
        // Until the other one has the store: its epoch is the second.
        while true {
            value += 1
            let answer = try await other.http.json(
                "POST", game.scores, ["value": value, "id": "s\(value)"], token: token)
            try #require(answer.status == 200, "\(answer.text)")
            let status = try CommandTests.laurel("cluster", "status", "--store", cluster.store)
            if status.output.contains("epoch 2):") || status.output.contains("(epoch 2)") { break }
        }
        #expect(await ended == 0)
        let page = try await other.http.json("GET", game.entries, token: token)
        #expect((page.object["local"] as? [String: Any])?["value"] as? Int == value, "\(page.text)")
        #expect(other.stop() == 0)
    }

    @Test("a node that is asked to end does so, though commits wait for a standby that there isn't")
    func endsWithoutStandby() throws {
        let cluster = try Cluster(on: PostgresServer())
        for _ in 0..<2 { try cluster.start() }
        _ = try cluster.administer("ALTER SYSTEM SET synchronous_standby_names = nobody")
        _ = try cluster.administer("SELECT pg_reload_conf()")
        // The first one is a beat.
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        while try cluster.administer(waiting) == "0" {}
        // The last one that was started follows.
        #expect(cluster.nodes[1].stop() == 0)
    }

    @Test("while commits wait for a standby, logs, metrics, /readyz and cluster status say so, and when it's over")
    func waitsForStandby() async throws {
        let cluster = try Cluster(on: PostgresServer())
        let logs = try (0..<2).map { _ in try CommandTests.folder().appending(path: "log") }
        for log in logs { try cluster.start(options: ["--log", log.path]) }
        _ = try cluster.administer("ALTER SYSTEM SET synchronous_standby_names = nobody")
        _ = try cluster.administer("SELECT pg_reload_conf()")
        for (node, log) in zip(cluster.nodes, logs) {
            while try !String(contentsOf: log, encoding: .utf8).contains(#""event":"commit-waits""#) {}
            while try await node.http.call("GET", "/readyz").status == 200 {}
            let metrics = try await node.http.call("GET", "/metrics").text
            #expect(metrics.contains("laurel_ready 0\n"), "\(metrics)")
            let wait = metrics.split(separator: "\n").first { $0.hasPrefix("laurel_node_commit_wait_seconds ") }
            let seconds = try #require(wait?.split(separator: " ").last.flatMap { Double($0) }, "\(metrics)")
            #expect(seconds >= 2.5)
        }
        let status = try CommandTests.laurel("cluster", "status", "--store", cluster.store)
        #expect(status.status == 1 && status.output.contains("so every commit waits forever"), "\(status.output)")
        #expect(status.output.contains("can't be seen while commits wait"), "\(status.output)")

        _ = try cluster.administer("ALTER SYSTEM RESET synchronous_standby_names")
        _ = try cluster.administer("SELECT pg_reload_conf()")
        for (node, log) in zip(cluster.nodes, logs) {
            while try await node.http.call("GET", "/readyz").status != 200 {}
            while try !String(contentsOf: log, encoding: .utf8).contains(#""event":"commits-answered""#) {}
            #expect(try String(contentsOf: log, encoding: .utf8).components(separatedBy: "commit-waits").count == 2)
        }
        while try CommandTests.laurel("cluster", "status", "--store", cluster.store).status != 0 {}
    }

    @Test("nothing new is written while a node speaks the level before, and none such owns the store afterwards")
    func levels() async throws {
        let cluster = try Cluster()
        try cluster.start(level: 1)
        try cluster.start()
        let game = try await TestGame(on: cluster.nodes[1])
        let token = try await game.player("jim")
        let matches = "/v1/games/\(game.bundleID)/matches"
        let key = String(repeating: "0123456789abcdef", count: 2)
        let body: [String: Any] = ["key": key, "minPlayers": 2, "maxPlayers": 2]
        for node in cluster.nodes {
            let refused = try await node.http.json("POST", matches, body, token: token)
            #expect(refused.status == 503 && refused.text.contains("cluster raise"), "\(refused.text)")
            #expect(try await node.http.json("GET", matches, token: token).status == 200)
        }
        let raise = ["cluster", "raise", "--store", cluster.store]
        let early = try CommandTests.laurel(all: raise)
        #expect(early.status == 1 && early.output.contains("(level 1)"), "\(early.output)")
        #expect(cluster.nodes[0].stop() == 0)
        cluster.remove(0)
        // The new one owns the store, and an older one could still follow it.
        #expect(try await cluster.nodes[0].http.json("POST", matches, body, token: token).status == 503)
        let raised = try CommandTests.laurel(all: raise)
        #expect(raised.status == 0 && raised.output.contains("level 2"), "\(raised.output)")
        while true {
            let made = try await cluster.nodes[0].http.json("POST", matches, body, token: token)
            if made.status == 503 { continue }
            #expect((200...201).contains(made.status), "\(made.text)")
            break
        }
        let older = try CommandTests.laurel(
            all: [
                "serve", "--port", "0", "--log", "none", "--store", cluster.store, "--node", "127.0.0.1:1",
                "--node-level", "1", "--key-file", cluster.keyPath,
            ], data: try CommandTests.folder())
        #expect(older.status == 1 && older.output.contains("newer release"), "\(older.output)")
    }

    @Test("a node with another key file, with a data folder's store, or with an address of nobody's is refused")
    func refused() throws {
        let cluster = try Cluster()
        try cluster.start()
        let folder = try CommandTests.folder()
        try Data("key \(String(repeating: "ab", count: 32))\n".utf8).write(to: folder.appending(path: "laurel.key"))
        #expect(chmod(folder.appending(path: "laurel.key").path, 0o600) == 0)
        let serve = ["serve", "--port", "0", "--log", "none"]
        for (words, status, text) in [
            (["--store", cluster.store, "--node", "127.0.0.1:1"], 1, "key file"),
            (["--node", "127.0.0.1:8099"], 2, "--store"),
            (["--store", cluster.store, "--node", "0.0.0.0:8099"], 2, "IP address of this machine"),
            (["--store", cluster.store, "--node", "nobody"], 2, "IP address of this machine"),
        ] as [([String], Int32, String)] {
            let run = try CommandTests.laurel(all: serve + words, data: folder)
            #expect(run.status == status && run.output.contains(text), "\(words): \(run.output)")
        }
    }

    @Test("a node that can't listen for the others says why, and leaves a folder's own store as it was")
    func deaf() throws {
        let cluster = try Cluster()
        try cluster.start()
        let folder = try CommandTests.folder()
        #expect(
            try CommandTests.laurel("app", "create", "org.example.golf", "--name", "Golf", data: folder).status == 0)
        let used = try #require(cluster.nodes[0].base.port)
        let serve = ["serve", "--port", "0", "--log", "none", "--store", cluster.store, "--key-file", cluster.keyPath]
        for (address, text) in [
            ("127.0.0.1:\(used)", "127.0.0.1:\(used) is already in use; choose another with --node"),
            ("192.0.2.1:8099", "--node: this machine doesn't have 192.0.2.1. Run: ip address"),
        ] {
            let run = try CommandTests.laurel(all: serve + ["--node", address], data: folder)
            #expect(run.status == 1 && run.output.contains(text), "\(run.output)")
            for name in ["laurel.postgres", "laurel.sock"] {
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
            }
        }
        let check = try CommandTests.laurel(all: serve + ["--check", "--node", "192.0.2.1:8099"], data: folder)
        #expect(check.status == 2 && check.output.contains("doesn't have 192.0.2.1"), "\(check.output)")
        let apps = try CommandTests.laurel("app", "list", data: folder)
        #expect(apps.status == 0 && apps.output.contains("org.example.golf"), "\(apps.output)")
    }

    /// `make cluster-test` takes too long to run with the others. What judges its records is a script that is tested,
    /// and so is what scripts/cluster refuses.
    @Test("the checker of the fault test finds each defect that it's given")
    func checker() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/env"),
            ["python3", "-m", "unittest", "discover", "-s", tests.appending(path: "ClusterFaults").path])
        let output = process.remainingOutput()
        #expect(process.wait() == 0, "\(output)")
    }
}
