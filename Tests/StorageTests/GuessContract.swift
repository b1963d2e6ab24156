import LaurelDomain
import LaurelStorage
import Testing

@Suite("Guess contract", .timeLimit(.minutes(15))) struct GuessContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    private func count(_ number: UInt8, minutes: Int64) throws -> GuessCount {
        GuessCount(digest: try digest(number), expires: start.advanced(by: .minutes(minutes)))
    }

    /// So many minutes later, less a millisecond.
    private func before(_ minutes: Int64) -> Timestamp {
        start.advanced(by: .init(milliseconds: minutes * 60_000 - 1))
    }

    @Test("what counts is read back until its moment, what lasts longest first", arguments: Backend.allCases)
    func kept(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (one, two, three) = (try count(1, minutes: 10), try count(2, minutes: 20), try count(3, minutes: 5))
        try await directory.noteGuesses([one, two, three], forgetting: [])
        #expect(try await directory.guesses(at: start, limit: 10) == [two, one, three])
        #expect(try await directory.guesses(at: start, limit: 2) == [two, one])
        #expect(try await directory.guesses(at: before(5), limit: 10) == [two, one, three])
        #expect(try await directory.guesses(at: start.advanced(by: .minutes(5)), limit: 10) == [two, one])
        #expect(try await directory.guesses(at: start.advanced(by: .minutes(20)), limit: 10) == [])
    }

    @Test(
        "another guess takes over what is there, and what is forgotten goes before anything is written",
        arguments: Backend.allCases)
    func changed(backend: Backend) async throws {
        let stores = try backend.makeStores(2)
        let directory = stores[0].directory
        try await directory.noteGuesses(
            [try count(1, minutes: 10), try count(2, minutes: 20), try count(3, minutes: 5)], forgetting: [])
        let (more, again) = (try count(1, minutes: 30), try count(3, minutes: 6))
        // One that is not there is forgotten, too.
        let forgotten = try [2, 3, 9].map { try digest($0) }
        try await directory.noteGuesses([more, again], forgetting: forgotten)
        #expect(try await directory.guesses(at: start, limit: 10) == [more, again])
        try await directory.noteGuesses([], forgetting: [])
        // Another process sees the same.
        #expect(try await stores[1].directory.guesses(at: start, limit: 10) == [more, again])
    }

    @Test("what doesn't count any more is deleted, and nothing else", arguments: Backend.allCases)
    func tidied(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (one, two, three) = (try count(1, minutes: 5), try count(2, minutes: 10), try count(3, minutes: 60))
        try await directory.noteGuesses([one, two, three], forgetting: [])
        try await directory.tidyGuesses(at: before(5), limit: 10)
        #expect(try await directory.guesses(at: start, limit: 10) == [three, two, one])
        // The oldest first.
        try await directory.tidyGuesses(at: start.advanced(by: .minutes(10)), limit: 1)
        #expect(try await directory.guesses(at: start, limit: 10) == [three, two])
        try await directory.tidyGuesses(at: start.advanced(by: .minutes(10)), limit: 1)
        #expect(try await directory.guesses(at: start, limit: 10) == [three])
    }

    @Test("what a clock that was ahead let last for long doesn't count when it's right", arguments: Backend.allCases)
    func clock(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let longest = GuessCount(digest: try digest(1), expires: start.advanced(by: GuessCount.longestLife))
        let ahead = GuessCount(
            digest: try digest(2), expires: longest.expires.advanced(by: .init(milliseconds: 1)))
        try await directory.noteGuesses([longest, ahead], forgetting: [])
        #expect(try await directory.guesses(at: start, limit: 10) == [longest])
        let later = start.advanced(by: .init(milliseconds: 1))
        #expect(try await directory.guesses(at: later, limit: 10) == [ahead, longest])
        try await directory.tidyGuesses(at: start, limit: 10)
        #expect(try await directory.guesses(at: later, limit: 10) == [longest])
    }
}
