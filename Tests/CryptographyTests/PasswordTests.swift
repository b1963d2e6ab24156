import Synchronization
import Testing

@testable import LaurelCryptography

@Suite("Password hashing", .timeLimit(.minutes(15))) struct PasswordTests {
    @Test("carries parameters and a salt of its own in every hash")
    func format() throws {
        let first = try #require(Argon2id.lightest.hash("correct horse"))
        let second = try #require(Argon2id.lightest.hash("correct horse"))
        #expect(first.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(first != second)
        #expect(Argon2id.matches("correct horse", first) == true)
        #expect(Argon2id.matches("correct horsf", first) == false)
    }

    @Test("uses what OWASP recommends")
    func parameters() throws {
        let hash = try #require(Argon2id.standard.hash("x"))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test(
        "says no to a hash that cannot be read", arguments: ["", "x", "$argon2id$", String(repeating: "a", count: 500)])
    func nonsense(hash: String) { #expect(Argon2id.matches("x", hash) == false) }

    @Test("tells a hash with other parameters from one with these")
    func outdated() async throws {
        let old = try #require(Argon2id.lightest.hash("p"))
        let pool = PasswordPool(Argon2id(passes: 2, memoryBytes: 16_384), threadCount: 1)
        #expect(await pool.verify("p", old) == .rightButOutdated)
        let new = try #require(await pool.hash("p"))
        #expect(await pool.verify("p", new) == .right)
        #expect(await pool.verify("q", new) == .wrong)
        pool.stop()
    }

    @Test("tells a caller who comes when the line is full at once, and serves the rest", arguments: [1, 3])
    func bounded(threads: Int) async throws {
        let pool = PasswordPool(.lightest, threadCount: threads, lineLimit: 4)
        let held = Hold(count: threads)
        await withTaskGroup(of: String?.self) { group in
            // All threads are at work, four wait, the next is refused.
            for _ in 0..<threads { group.addTask { await pool.run { held.enter() } ?? nil } }
            await held.allEntered()
            for _ in 0..<4 { group.addTask { await pool.hash("waiting") } }
            while pool.waiting < 4 { await Task.yield() }
            #expect(await pool.hash("one too many") == nil)
            #expect(await pool.verify("one too many", "") == nil)
            held.release()
            var hashes = 0
            for await result in group where result?.hasPrefix("$argon2id$") == true { hashes += 1 }
            #expect(hashes == 4)
        }
        #expect(await pool.hash("room again") != nil)
        pool.stop()
    }

    @Test("takes nothing more once stopped")
    func stopped() async {
        let pool = PasswordPool(.lightest, threadCount: 2)
        pool.stop()
        pool.stop()
        #expect(await pool.hash("late") == nil)
    }
}

/// Work that lasts until the test says so.
private final class Hold: Sendable {
    private struct State {
        var entered = 0
        var isReleased = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let count: Int
    private let state = Mutex(State())

    init(count: Int) { self.count = count }

    /// On a thread of the pool, which it keeps busy.
    func enter() -> String? {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            state.entered += 1
            return state.entered == count ? state.waiter.take() : nil
        }
        waiter?.resume()
        while !state.withLock({ $0.isReleased }) {}
        return nil
    }

    func allEntered() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.entered == count { return true }
                state.waiter = continuation
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    func release() { state.withLock { $0.isReleased = true } }
}
