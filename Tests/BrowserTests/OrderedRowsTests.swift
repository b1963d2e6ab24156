import LaurelProcess
import Testing

/// What a developer brings into another order in Connect is in that order for the players' games.
@Suite("Rows in an order", .serialized, .timeLimit(.minutes(15))) struct OrderedRowsTests {
    static let app = "/v1/connect/apps/com.example.rows"

    @Test("rule 5.1: achievements are dragged with the mouse, moved by keys, and stay there")
    func order() async throws {
        let server = try LaurelProcess(arguments: ["--developer-sign-up", "open"])
        let ada = try await Person("rows-ada", .desktop, WebDriver(), server)
        try await ada.call("POST", "/v1/connect/teams", #"{"name":"Rows"}"#)
        try await ada.call("POST", "/v1/connect/apps", #"{"name":"Rows","bundleID":"com.example.rows"}"#)
        for id in ["one", "two", "three", "four"] {
            let made = try await ada.call(
                "POST", Self.app + "/achievements",
                """
                {"id":"\(id)","referenceName":"\(id)","points":5,"localizations":[{"language":"en","title":"\(id)",
                "descriptionBefore":"Do it.","descriptionAfter":"Done."}]}
                """)
            try #require(made["id"] != nil, "\(made)")
        }
        let rows = ".row-movable"
        try await ada.go(
            "/connect/app/?id=com.example.rows&view=achievements",
            until: "document.querySelectorAll('\(rows)').length === 4")
        try await ada.browser.drag("\(rows):nth-child(1)", below: "\(rows):nth-child(3)")
        try await holds(ada, ["two", "three", "one", "four"])
        // The last one up, by its button and the keyboard; the focus stays, and the second press goes on.
        try await ada.browser.evaluate("document.querySelector('\(rows):last-child [data-act=up]').focus()")
        try await ada.browser.press(.enter)
        try await ada.browser.press(.enter)
        try await holds(ada, ["two", "four", "three", "one"])
        try await ada.go(
            "/connect/app/?id=com.example.rows&view=achievements",
            until: "document.querySelectorAll('\(rows)').length === 4")
        try await holds(ada, ["two", "four", "three", "one"])
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    /// The page shows this order, and the server has it.
    private func holds(_ ada: Person, _ ids: [String]) async throws {
        let shown =
            "[...document.querySelectorAll('.row-movable')].map(row => row.innerText.split('\\n')[0].trim()).join()"
        try await ada.browser.waits(until: "\(shown) === '\(ids.joined(separator: ","))'")
        while true {
            let answer = try await ada.call("GET", Self.app + "/achievements")
            let list = answer["achievements"] as? [[String: Any]]
            if list?.compactMap({ $0["id"] as? String }) == ids { return }
        }
    }
}
