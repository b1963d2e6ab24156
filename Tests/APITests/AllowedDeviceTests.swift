import LaurelDomain
import LaurelWire
import Testing

@Suite("Devices that were allowed", .timeLimit(.minutes(15))) struct AllowedDeviceTests {
    @Test(
        "rule 1.5: what ends a player's sessions ends the one that he allowed, before its device has fetched it",
        arguments: [Endpoint.changePassword, .recover, .endOtherSessions, .signOut, .resetPassword])
    func ended(endpoint: Endpoint) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let decide = world.call(.decideDevice)
            #expect(try await world.send(decide.method, decide.target, world.player, decide.body).status == 204)
            let end = world.call(endpoint)
            let body = endpoint == .resetPassword ? #"{"alias":"jungle-jim"}"# : end.body
            let ended = try await world.send(end.method, end.target, end.token, body)
            #expect((200...299).contains(ended.status), "\(ended.text)")
            let poll = world.call(.pollDevice)
            let refused = try await world.send(poll.method, poll.target, "", poll.body)
            #expect(refused.kind == "expired-code", "\(refused.text)")
        }
    }
}
