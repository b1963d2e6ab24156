import LaurelAPI
import LaurelWire
import Testing

@Suite("Authentication in the log", .timeLimit(.minutes(15)))
struct AuthenticationLogTests {
    private func lines(_ server: TestServer) -> [String] {
        server.authentications.list.map { "\($0.act.rawValue) \($0.outcome)" }
    }

    @Test("says who came in, who did not and why, with the account and the request, and nothing that was typed")
    func outcomes() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            server.authentications.clear()
            func signIn(_ alias: String, _ password: String) async throws -> Answer {
                try await world.send("POST", "/v1/sessions", "", #"{"alias":"\#(alias)","password":"\#(password)"}"#)
            }
            let came = try await signIn("jungle-jim", World.password)
            let token = try #require(came.json).string("token")
            let wrong = try await signIn("Jungle-Jim", "hunter2-hunter2")
            _ = try await signIn("nobody-here", "hunter2-hunter2")
            _ = try await signIn("guarded", World.password)
            _ = try await world.send("POST", ProofRouteTests.path, token, #"{"password":"hunter2-hunter2"}"#)
            _ = try await world.send("POST", ProofRouteTests.path, token, ProofRouteTests.password)
            _ = try await world.send("DELETE", "/v1/sessions/current", token)
            let recovery = world.call(.recover)
            _ = try await world.send(recovery.method, recovery.target, "", recovery.body)
            let reset = world.call(.resetPassword)
            _ = try await world.send(reset.method, reset.target, reset.token, reset.body)
            #expect(
                lines(server) == [
                    "sign-in ok", "sign-in wrong-credentials", "sign-in wrong-credentials", "sign-in code-required",
                    "proof wrong-credentials", "proof ok", "sign-out ok", "recovery ok", "password-reset ok",
                ])
            let events = server.authentications.list
            try #require(events.count == 9)
            let jim = try #require(came.json)["player"].unwrapped().string("id")
            for index in [0, 1, 4, 5, 6, 7] { #expect(events[index].account == jim) }
            #expect(events[2].account == nil && events[3].account != nil)
            #expect(events[1].requestID == (try #require(wrong.json).string("requestID")))
            for event in events {
                #expect(event.address == "127.0.0.1")
                #expect(!"\(event)".contains("hunter2") && !"\(event)".contains("horse"))
            }
        }
    }

    /// What each route about a way in is heard as.
    private static let acts: [Endpoint: AuthenticationEvent.Act] = [
        .signUp: .signUp, .claimAdministration: .administratorClaim, .signIn: .signIn, .signOut: .signOut,
        .recover: .recovery, .resetPassword: .passwordReset, .changePassword: .passwordChange,
        .renewRecoveryCodes: .recoveryCodes, .setUpTwoFactor: .twoFactorOffer, .confirmTwoFactor: .twoFactorOn,
        .removeTwoFactor: .twoFactorOff, .resetTwoFactor: .twoFactorReset, .endSession: .sessionEnd,
        .endOtherSessions: .sessionEnd, .endPlayerSessions: .playerSignOut, .giveProof: .proof,
        .decideDevice: .deviceDecision, .pollDevice: .deviceSignIn, .authorizeGame: .gameAuthorization,
        .redeemAuthorization: .gameSignIn, .eraseSelf: .erasure, .signInGuest: .guestSignIn,
        .redeemGuestCode: .guestSignIn,
        .upgradeGuest: .guestUpgrade, .mergeGuest: .guestMerge, .setMailAddress: .mailAddress,
        .proveToProvider: .providerProof, .signInByProvider: .providerSignIn, .linkProvider: .providerLink,
        .unlinkProvider: .providerUnlink,
        .removeMailAddress: .mailAddress, .confirmMailAddress: .mailConfirmation, .resetByMail: .mailReset,
    ]

    @Test("every route about a way in is heard, whatever becomes of it, and no other is")
    func all() async throws {
        #expect(Set(Self.acts.values) == Set(AuthenticationEvent.Act.allCases))
        try await TestServer.run { server in
            let world = try await World(server)
            func hear(_ endpoint: Endpoint, _ call: Call) async throws -> (heard: [String], expected: [String]) {
                server.authentications.clear()
                let answer = try await world.send(call.method, call.target, call.token, call.body)
                let outcome = (200...299).contains(answer.status) ? "ok" : answer.kind ?? ""
                return (lines(server), Self.acts[endpoint].map { ["\($0.rawValue) \(outcome)"] } ?? [])
            }
            for endpoint in [
                Endpoint.signIn, .changePassword, .renewRecoveryCodes, .setUpTwoFactor, .removeTwoFactor, .giveProof,
                .eraseSelf,
            ] {
                var call = world.call(endpoint)
                call.body = call.body?.replacing("\"\(World.password)\"", with: "\"a wrong guess\"")
                let (heard, expected) = try await hear(endpoint, call)
                #expect(heard == expected && heard.count == 1 && !heard[0].hasSuffix(" ok"), "\(endpoint): \(heard)")
            }
            for endpoint in World.inOrder where endpoint != .events {
                let call = world.call(endpoint)
                guard call.bytes == nil else { continue }
                let (heard, expected) = try await hear(endpoint, call)
                #expect(heard == expected, "\(endpoint)")
            }
        }
    }

    @Test("limits on guessing are heard of, too")
    func limited() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            server.authentications.clear()
            for _ in 0..<11 {
                _ = try await world.send(
                    "POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"wrong horse"}"#)
            }
            #expect(
                lines(server) == Array(repeating: "sign-in wrong-credentials", count: 10)
                    + ["sign-in too-many-attempts"])
        }
    }
}
