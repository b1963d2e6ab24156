import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelStorageSQLite

@Suite("Web origins contract", .timeLimit(.minutes(15))) struct WebOriginsContract {
    @Test("are kept in order, replaced as a whole, and apart for each app", arguments: Backend.allCases)
    func life(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let (one, two) = (WebAddress(stored: "https://one.example"), WebAddress(stored: "https://two.example/play"))
        #expect(try await directory.webOrigins().isEmpty)
        try await directory.setWebOrigins([two, one], of: AppNumber(1), nil)
        try await directory.setWebOrigins([one], of: AppNumber(2), nil)
        #expect(try await directory.webOrigins() == [AppNumber(1): [two, one], AppNumber(2): [one]])
        try await directory.setWebOrigins([one], of: AppNumber(1), nil)
        try await directory.setWebOrigins([], of: AppNumber(2), nil)
        #expect(try await directory.webOrigins() == [AppNumber(1): [one]])
        #expect(try await directory.webOrigins()[AppNumber(1)]?.map(\.takesAnyPage) == [false])
        try await directory.setWebOrigins(
            [WebAddress(stored: one.text, takesAnyPage: true), two], of: AppNumber(1), nil)
        #expect(try await directory.webOrigins()[AppNumber(1)]?.map(\.takesAnyPage) == [true, false])
    }

    @Test("that were there before redirects were compared exactly go on taking any page")
    func older() throws {
        let connection = try SQLiteConnection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try connection.execute(Migration.webOrigins)
        try connection.execute("INSERT INTO web_origins VALUES (1, 0, 'https://old.example')")
        try connection.execute(Migration.webPages)
        try connection.execute("INSERT INTO web_origins (app, place, origin) VALUES (1, 1, 'https://new.example')")
        let select = try connection.prepare("SELECT takes_any_page FROM web_origins ORDER BY place")
        var found: [Int64] = []
        while try select.step() { found.append(select.integer(0)) }
        #expect(found == [1, 0])
    }
}
