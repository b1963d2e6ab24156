import LaurelDomain
import LaurelStorage
import Testing

@Suite("Web origins contract", .timeLimit(.minutes(15))) struct WebOriginsContract {
    @Test("are kept in order, replaced as a whole, and apart for each app", arguments: DirectoryBackend.allCases)
    func life(backend: DirectoryBackend) async throws {
        let directory = try backend.make()
        let (one, two) = (WebOrigin(stored: "https://one.example"), WebOrigin(stored: "https://two.example"))
        #expect(try await directory.webOrigins().isEmpty)
        try await directory.setWebOrigins([two, one], of: AppNumber(1), nil)
        try await directory.setWebOrigins([one], of: AppNumber(2), nil)
        #expect(try await directory.webOrigins() == [AppNumber(1): [two, one], AppNumber(2): [one]])
        try await directory.setWebOrigins([one], of: AppNumber(1), nil)
        try await directory.setWebOrigins([], of: AppNumber(2), nil)
        #expect(try await directory.webOrigins() == [AppNumber(1): [one]])
    }
}
