import LaurelProcess
import Testing

extension Browser {
    /// Signs a player up, who is signed in then. Their password is `jump over ALIAS`.
    func signUp(_ alias: String, at server: LaurelProcess) async throws {
        try await go(to: server.page("/"))
        try await enter("/v1/players", as: alias)
    }

    /// Signs a player of ``signUp(_:at:)`` in.
    func signIn(_ alias: String, at server: LaurelProcess) async throws {
        try await go(to: server.page("/"))
        try await enter("/v1/sessions", as: alias)
    }

    /// The same without leaving the page, which hears nothing of it.
    ///
    /// - Parameter path: `/v1/players` makes the player, `/v1/sessions` knows them.
    func enter(_ path: String, as alias: String) async throws {
        let script = """
            return fetch(arguments[0], { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ alias: arguments[1], password: "jump over " + arguments[1], cookie: true }) })
                .then(({ status }) => status);
            """
        let status = try await evaluate(script, [path, alias]) as? Int
        #expect(status == 201)
    }

    /// Sends JSON with the session of the browser.
    ///
    /// - Returns: what the answer says.
    @discardableResult
    func send(_ path: String, _ body: String) async throws -> [String: Any] {
        let script = """
            return fetch(arguments[0], { method: "POST", headers: { "Content-Type": "application/json" },
                body: arguments[1] }).then(answer => answer.json());
            """
        let answer = try await evaluate(script, [path, body]) as? [String: Any]
        return try #require(answer)
    }
}
