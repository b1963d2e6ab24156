import LaurelDomain
import LaurelService
import LaurelWire

/// Asks Steam whose a session ticket is (rule 1.14).
///
/// - Source: Steamworks Web API, `ISteamUserAuth/AuthenticateUserTicket`.
struct SteamProvider: Sendable {
    /// Steam says nothing of how long a ticket holds. Ours is good once within it.
    static let memory = Timestamp.Span.days(1)
    let settings: SteamSettings
    let http: ProviderHTTP

    init(_ settings: SteamSettings, _ http: ProviderHTTP) {
        self.settings = settings
        self.http = http
    }

    /// - Parameter ticket: hexadecimal digits.
    func judge(ticket: String, at now: Timestamp) async -> ProviderVerdict<ProvenIdentity> {
        var query = FormText()
        query.add("key", settings.key)
        query.add("appid", String(settings.appID))
        query.add("ticket", ticket)
        if let identity = settings.identity { query.add("identity", identity) }
        let base = settings.url.hasSuffix("/") ? String(settings.url.dropLast()) : settings.url
        // The address has the key in it, so no reason names it.
        let url = base + "/ISteamUserAuth/AuthenticateUserTicket/v1/?" + query.text
        switch await http.send(ProviderHTTP.Request(url)) {
        case .failed(let reason): return .unavailable("Steam: \(reason)")
        case .answered(200, let bytes): return judge(bytes, ticket, now)
        case .answered(let status, _):
            return status == 400 ? .refused("Steam answered \(status)") : .unavailable("Steam answered \(status)")
        }
    }

    private func judge(_ bytes: [UInt8], _ ticket: String, _ now: Timestamp) -> ProviderVerdict<ProvenIdentity> {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(json: bytes) } catch { return .unavailable("Steam sent no JSON") }
        guard let answer = value["response"]?["params"], answer["result"]?.text == "OK",
            let id = answer["steamid"]?.text, let number = UInt64(id), number > 0, String(number) == id,
            let identity = ForeignIdentity(issuer: SteamSettings.issuer, subject: id)
        else { return .refused("Steam doesn't know the ticket") }
        // Banned by the publisher in this game; a ban for cheating elsewhere is the game's to judge.
        guard answer["publisherbanned"] != .boolean(true) else { return .refused("banned at Steam by the publisher") }
        let proof = ProvenIdentity.Once.proof(Array(ticket.lowercased().utf8), until: now.advanced(by: Self.memory))
        return .accepted(ProvenIdentity(identity, once: proof))
    }
}
