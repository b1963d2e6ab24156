import LaurelDomain
import LaurelService
import Synchronization
import Testing

@testable import LaurelProviders

/// Against answers in the form of Steam's documentation; Steam itself was never asked.
@Suite("Steam", .timeLimit(.minutes(5))) struct SteamProviderTests {
    private static func answer(_ parameters: String) -> String { #"{"response":{"params":{\#(parameters)}}}"# }
    private let now = Timestamp(clamping: 1_800_000_000_000)

    @Test("rule 1.14: a session ticket is asked of Steam, with the publisher's key and the app's number")
    func asked() async throws {
        let asked = Mutex<[String]>([])
        let http = ProviderHTTP { request in
            asked.withLock { $0.append(request.url) }
            return TestProvider.json(
                Self.answer(
                    #""result":"OK","steamid":"76561197960287930","ownersteamid":"76561197960287930","#
                        + #""vacbanned":false,"publisherbanned":false"#))
        }
        let settings = SteamSettings(appID: 480, key: "secret", url: "http://127.0.0.1:1", identity: "laurel")
        let provider = ProviderConfiguration(id: try ProviderID("steam"), name: "Steam", kind: .steam(settings))
        let providers = IdentityProviders([provider], http, clock: Clock { [now] in now })
        let verdict = await providers.judge(try ProviderID("steam"), .steamTicket("14AB"), now)
        guard case .accepted(let proven) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        let identity = ForeignIdentity(issuer: "https://steamcommunity.com", subject: "76561197960287930")
        #expect(proven.identity == identity)
        // The same ticket in other letters is the same ticket.
        #expect(proven.once == .proof(Array("14ab".utf8), until: now.advanced(by: .days(1))))
        #expect(
            asked.withLock { $0 } == [
                "http://127.0.0.1:1/ISteamUserAuth/AuthenticateUserTicket/v1/"
                    + "?key=secret&appid=480&ticket=14AB&identity=laurel"
            ])
        #expect(Judged(await providers.judge(try ProviderID("steam"), .idToken("a.b.c"), now)) != .unavailable)
    }

    @Test(
        "what Steam doesn't say OK to signs nobody in, and no reason names the key",
        arguments: [
            (#"{"response":{"error":{"errorcode":101,"errordesc":"Invalid ticket"}}}"#, 200),
            (answer(#""result":"OK","steamid":"0""#), 200), (answer(#""result":"OK","steamid":"1x""#), 200),
            (answer(#""result":"OK","steamid":"1","publisherbanned":true"#), 200),
            (answer(#""result":"Failure","steamid":"1""#), 200), ("", 400), ("", 403), ("", 500), ("no JSON", 200),
        ])
    func refused(body: String, status: Int) async throws {
        let http = ProviderHTTP { _ in .answered(status, Array(body.utf8)) }
        let provider = SteamProvider(SteamSettings(appID: 480, key: "secret"), http)
        switch await provider.judge(ticket: "14", at: now) {
        case .accepted(let proven): Issue.record("\(proven)")
        case .refused(let reason), .unavailable(let reason): #expect(!reason.contains("secret"))
        }
    }
}
