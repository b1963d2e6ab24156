import LaurelDomain
import LaurelStorage
import Testing

@Suite("Identity contract", .timeLimit(.minutes(15))) struct IdentityContract {
    private let moment = Timestamp(clamping: 1_800_000_000_000)

    private func add(_ byte: UInt8, after last: Int64?, to directory: any Directory) async throws -> [IdentityKey] {
        try await directory.addIdentityKey(
            certificate: [byte], privateKey: [byte, byte], created: moment, after: last, nil)
    }

    @Test("a new key stands after the old ones, whose private parts are gone", arguments: Backend.allCases)
    func rotation(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        #expect(try await directory.identityKeys().isEmpty)
        let first = try await add(1, after: nil, to: directory)
        #expect(first.map(\.privateKey) == [[1, 1]])
        let both = try await add(2, after: first.last?.number, to: directory)
        #expect(both.map(\.certificate) == [[1], [2]])
        #expect(both.map(\.privateKey) == [nil, [2, 2]])
        #expect(both.map(\.created) == [moment, moment])
        #expect(try await directory.identityKeys() == both)
    }

    @Test("of many who make a key at once one does, and all get the same", arguments: Backend.allCases)
    func settled(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let answers = try await withThrowingTaskGroup(of: [IdentityKey].self) { group in
            for byte in 1...8 { group.addTask { try await add(UInt8(byte), after: nil, to: directory) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(answers.first?.count == 1)
    }
}
