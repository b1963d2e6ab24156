import Foundation
import LaurelDomain
import LaurelProcess
import LaurelSimulators
import LaurelStorage
import LaurelTestSupport
import Testing

@Suite("Simulator helper", .timeLimit(.minutes(15))) struct SimulatorHelperTests {
    /// Some tenths of a second for those that have no end.
    static var limits: SimulatorLimits {
        var limits = SimulatorLimits()
        limits.fuel = 100_000_000
        return limits
    }

    private let helpers = SimulatorHelpers(
        executable: BuiltProducts.executable("SimulatorHost").path, library: ClangWasm.wasmtime,
        limits: SimulatorHelperTests.limits)

    private func digest(_ number: UInt8) throws -> BlobDigest {
        try #require(BlobDigest([UInt8](repeating: number, count: 32)))
    }

    private func compile(_ source: String) async throws -> [UInt8] {
        let module = try await onThread { try ClangWasm.compile(source) }
        switch await helpers.compile(module) {
        case .fine: return module
        case .invalid(let sentence): throw Surprise(sentence: sentence)
        case .busy: throw Surprise(sentence: "busy")
        case .broken(let reason): throw Surprise(sentence: reason)
        }
    }

    private struct Surprise: Error { let sentence: String }

    private func play(
        _ module: [UInt8], _ number: UInt8, seed: UInt64 = 7, _ payload: [UInt8]
    ) async throws -> SimulatorHelpers.Played {
        let digest = try digest(number)
        return try await onThread { [helpers] in
            helpers.play(digest, seed: seed, payload) { () throws(StoreError) in module }
        }
    }

    private typealias Section = (id: UInt8, content: [UInt8])

    /// A module of these sections.
    private func module(_ sections: [Section]) -> [UInt8] {
        var bytes: [UInt8] = [0x00, 0x61, 0x73, 0x6D, 1, 0, 0, 0]
        for section in sections {
            bytes.append(section.id)
            bytes.append(UInt8(section.content.count))
            bytes.append(contentsOf: section.content)
        }
        return bytes
    }

    /// Functions of the module `env`, without parameters.
    private func importing(_ names: [String]) -> [UInt8] {
        var content: [UInt8] = [UInt8(names.count)]
        for name in names {
            for text in ["env", name] {
                content.append(UInt8(text.utf8.count))
                content.append(contentsOf: text.utf8)
            }
            content.append(contentsOf: [0, 0] as [UInt8])
        }
        let types: [UInt8] = [1, 0x60, 0, 0]
        return module([(1, types), (2, content)])
    }

    @Test("a module that asks for too much hears what it asks for, and what it can have")
    func demands() async throws {
        var tables: [UInt8] = [5]
        for _ in 0..<5 { tables.append(contentsOf: [0x70, 0, 1] as [UInt8]) }
        let pages: [UInt8] = [1, 0, 0x81, 0x08]
        let elements: [UInt8] = [1, 0x70, 0, 0xA1, 0x8D, 0x06]
        let cases: [([UInt8], String)] = [
            (importing(["now"]), "it has 1 import (env.now); a simulator can have none"),
            (importing(["now", "print"]), "it has 2 imports (env.now, env.print); a simulator can have none"),
            (
                module([(5, pages)]),
                "its memory starts with 1025 pages of 64 KiB; a simulator can have 1024 (64 MiB)"
            ),
            (module([(4, tables)]), "it has 5 tables; a simulator can have 4"),
            (
                module([(4, elements)]),
                "one of its tables starts with 100001 elements; a simulator can have 100000"
            ),
        ]
        for (module, expected) in cases {
            guard case .invalid(let sentence) = await helpers.compile(module) else {
                Issue.record("it was taken: \(expected)")
                continue
            }
            #expect(sentence == expected)
        }
        // As much as it can have: something else is missing.
        let most: [UInt8] = [1, 0, 0x80, 0x08]
        guard case .invalid(let sentence) = await helpers.compile(module([(5, most)])) else {
            Issue.record("a module without exports was taken")
            return
        }
        #expect(sentence.hasPrefix("it doesn't export a memory"), "\(sentence)")
    }

    @Test("plays a run, and starts anew with each")
    func plays() async throws {
        let module = try await compile(SimulatorSources.counting)
        for _ in 0..<2 {
            guard case .answered(let answer) = try await play(module, 1, []) else {
                Issue.record("no answer")
                return
            }
            #expect(
                answer.code == 0 && answer.score == 1 && answer.milliseconds == 1_000 && answer.achievements.isEmpty)
            // The seed, of a run without inputs.
            #expect(answer.trace == 7)
        }
    }

    @Test("hands on what a simulator refuses")
    func refuses() async throws {
        let module = try await compile(SimulatorSources.refusing)
        guard case .answered(let answer) = try await play(module, 1, [4, 99]) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.code == 4 | 99 << 8 && answer.score == 0)
    }

    @Test(
        "what has no end, eats memory, recurses, traps or writes anywhere is stopped; the next run plays",
        arguments: [
            (SimulatorSources.endless, "finish within"), (SimulatorSources.eater, "unreachable"),
            (SimulatorSources.deep, "out of stack"), (SimulatorSources.trapping, "unreachable"),
            (SimulatorSources.wild, "out of bounds"),
        ])
    func stopped(source: String, why: String) async throws {
        let module = try await compile(source)
        guard case .stopped(let sentence) = try await play(module, 1, Array("x".utf8)) else {
            Issue.record("it was not stopped")
            return
        }
        #expect(sentence.contains(why), "\(sentence)")
        guard case .answered(let answer) = try await play(module, 1, seed: 30, [1, 2]) else {
            Issue.record("the next run was not played")
            return
        }
        #expect(answer.score == 33)
    }

    @Test(
        "an invalid address for the log stops the run",
        arguments: [SimulatorSources.elsewhere, SimulatorSources.roomless])
    func noRoom(source: String) async throws {
        let module = try await compile(source)
        guard case .stopped(let sentence) = try await play(module, 1, [1]) else {
            Issue.record("it was not stopped")
            return
        }
        #expect(sentence.contains("laurel_log") || sentence.contains("allocate"), "\(sentence)")
    }

    @Test("what a run earned is handed on, each once; more than 64 stop it")
    func achievements() async throws {
        let module = try await compile(SimulatorSources.earning)
        func ids(_ payload: [UInt8]) async throws -> [String]? {
            guard case .answered(let answer) = try await play(module, 1, payload) else { return nil }
            return answer.achievements.map(\.text)
        }
        #expect(try await ids([]) == [])
        #expect(try await ids([1, 1, 1]) == ["A00", "A01", "A02"])
        #expect(try await ids(Array("xxx".utf8)) == ["A00"])
        #expect(try await ids([UInt8](repeating: 1, count: 64))?.count == 64)
        for payload in [[UInt8](repeating: 1, count: 65), [UInt8](repeating: 0x78, count: 100)] {
            guard case .stopped(let sentence) = try await play(module, 1, payload) else {
                Issue.record("it was not stopped")
                return
            }
            #expect(sentence.contains("more than 64"), "\(sentence)")
        }
    }

    @Test(
        "an id that is none, or has no end, stops the run; nothing is read outside of its memory",
        arguments: [
            (0, "no zero byte"), (1, "invalid id"), (2, "invalid id"), (4, "no zero byte"), (5, "outside"),
            (6, "no zero byte"),
        ] as [(UInt8, String)])
    func misnamed(variant: UInt8, why: String) async throws {
        let module = try await compile(SimulatorSources.misnaming)
        guard case .stopped(let sentence) = try await play(module, 1, [variant]) else {
            Issue.record("it was not stopped")
            return
        }
        #expect(sentence.contains("laurel_achievement(0)") && sentence.contains(why), "\(sentence)")
        guard case .answered(let answer) = try await play(module, 1, [3]) else {
            Issue.record("an id of 100 bytes was not taken")
            return
        }
        #expect(answer.achievements.map(\.text) == [String(repeating: "a", count: 100)])
    }

    @Test(
        "what is no simulator is refused with what it lacks",
        arguments: [
            (SimulatorSources.importing, "it has 1 import ("), (SimulatorSources.scoreless, "laurel_score() -> i64"),
            (SimulatorSources.mistyped, "laurel_milliseconds"), (SimulatorSources.large, "64 MiB"),
            (SimulatorSources.traceless, "laurel_trace() -> i64"),
            (SimulatorSources.mistypedAchievement, "laurel_achievement must have the type (i32) -> i32"),
        ])
    func invalid(source: String, why: String) async throws {
        let module = try await onThread { try ClangWasm.compile(source) }
        guard case .invalid(let sentence) = await helpers.compile(module) else {
            Issue.record("it was taken")
            return
        }
        #expect(sentence.contains(why), "\(sentence)")
    }

    @Test("bytes that are no module are refused")
    func damaged() async throws {
        let good = try await onThread { try ClangWasm.example() }
        for bytes in [[], Array(good.dropLast(9)), [UInt8](repeating: 0xFF, count: 1 << 20), Array(good.prefix(8))] {
            guard case .invalid = await helpers.compile(bytes) else {
                Issue.record("\(bytes.count) bytes were taken")
                continue
            }
        }
        guard case .fine = await helpers.compile(good) else {
            Issue.record("the example was not taken")
            return
        }
    }

    @Test("bytes changed at random fail one module at the most", arguments: Depth.seeds(12))
    func fuzz(seed: UInt64) async throws {
        var bytes = try await onThread { try ClangWasm.example() }
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        for _ in 0..<4 { bytes[8 + random(bytes.count - 8)] = UInt8(random(256)) }
        switch await helpers.compile(bytes) {
        case .fine:
            let played = try await play(bytes, UInt8(seed), [1, 1, 1, 1])
            if case .broken(let reason) = played { Issue.record("\(reason)") }
        case .invalid: break
        case .busy: Issue.record("busy")
        case .broken(let reason): Issue.record("\(reason)")
        }
    }

    @Test("a library that is not there, or is none, is the operator's trouble, and says so")
    func libraries() async throws {
        let executable = BuiltProducts.executable("SimulatorHost").path
        for library in [nil, "/nonexistent/libwasmtime.so", "/etc/passwd"] {
            let none = SimulatorHelpers(executable: executable, library: library)
            guard case .broken(let reason) = await none.compile([0]) else {
                Issue.record("it was not reported")
                continue
            }
            #expect(reason.contains(library ?? "--wasmtime"), "\(reason)")
        }
        let trouble = try await onThread { [helpers] in helpers.trouble() }
        #expect(trouble == nil)
    }
}

/// Blocking work where it holds up nobody.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        BlockingThread.start { continuation.resume(returning: Result { try body() }) }
    }
    return try result.get()
}
