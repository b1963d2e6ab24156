import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Uploaded simulators: every engine says the same.
@Suite("Simulator contract", .timeLimit(.minutes(15))) struct SimulatorContract {
    private func blob(_ byte: UInt8) throws -> Blob {
        Blob(digest: try #require(BlobDigest([UInt8](repeating: byte, count: 32))), bytes: [byte, byte])
    }

    private func simulator(_ name: String, _ byte: UInt8, of app: AppNumber) throws -> NewSimulator {
        NewSimulator(
            app: app, name: try SimulatorName(name), file: try blob(byte),
            uploaded: Timestamp(clamping: 1_000 + Int64(byte)))
    }

    private func apps(_ directory: any Directory) async throws -> [AppNumber] {
        var apps: [AppNumber] = []
        let team = try await directory.firstTeam(named: "Team")
        for id in ["com.example.one", "com.example.two"] {
            let new = NewApp(
                team: team, bundleID: try BundleID(id), name: "Game", sku: "", defaultLanguage: .english, link: nil)
            apps.append(try #require(try await directory.addApp(new)).number)
        }
        return apps
    }

    @Test(
        "come back as they were put, in place of what had the name, with one reference each",
        arguments: Backend.allCases)
    func life(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let apps = try await apps(directory)
        let all = [
            try simulator("gems", 1, of: apps[0]), try simulator("gems-2", 2, of: apps[0]),
            try simulator("gems", 1, of: apps[1]),
        ]
        for new in all { #expect(try await directory.putSimulator(new, nil)) }
        #expect(Set(try await directory.simulators()) == Set(all.map(\.record)))
        // The same again, and another one in its place: the other app still has the bytes.
        #expect(try await directory.putSimulator(all[0], nil))
        let second = try simulator("gems", 3, of: apps[0])
        #expect(try await directory.putSimulator(second, nil))
        #expect(Set(try await directory.simulators()) == [second.record, all[1].record, all[2].record])
        #expect(try await directory.blob(try blob(1).digest) == [1, 1])
        #expect(try await directory.removeSimulator(try SimulatorName("gems"), of: apps[1], nil))
        #expect(try await !directory.removeSimulator(try SimulatorName("gems"), of: apps[1], nil))
        #expect(try await directory.blob(try blob(1).digest) == nil)
        #expect(try await directory.blob(try blob(3).digest) == [3, 3])
    }

    @Test("need an app", arguments: Backend.allCases)
    func belonging(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await !directory.putSimulator(try simulator("gems", 1, of: AppNumber(99)), nil))
        #expect(try await directory.simulators().isEmpty)
        #expect(try await directory.blob(try blob(1).digest) == nil)
    }
}
