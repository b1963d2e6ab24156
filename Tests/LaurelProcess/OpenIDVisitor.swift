public import Foundation

/// Somebody at the provider's pages: what a browser does there, by HTTP alone. Logs in once, as browsers do.
public struct OpenIDVisitor {
    private let server: OpenIDServer
    private let name: String
    private var cookies: [String: String] = [:]

    public init(_ name: String, at server: OpenIDServer) {
        self.name = name
        self.server = server
    }

    /// Goes where a server sent the browser, logs in, and says whether the provider may tell who it is.
    /// - Returns: where the provider sends the browser at last, with everything in the address.
    public mutating func go(to url: String, allows: Bool = true) async throws -> URLComponents {
        var target = url
        var form: [(String, String)]?
        for _ in 0..<12 {
            let answer = try await ask(target, form)
            form = nil
            if let next = answer.headers["location"] {
                guard next.hasPrefix("/") || next.hasPrefix(server.issuer + "/") else {
                    return try components(next)
                }
                target = next
                continue
            }
            guard answer.status == 200, let page = answer.text.lastPart(after: "<form", before: "</form>") else {
                throw OpenIDServer.Trouble(description: "\(target) answered \(answer.status): \(answer.text)")
            }
            var fields: [(String, String)] = []
            if let token = page.lastPart(after: "name=\"csrf_token\" value=\"", before: "\"") {
                fields.append(("csrf_token", token))
            }
            if page.contains("name=\"login\"") { fields.append(("login", name)) }
            if page.contains("name=\"password\"") { fields.append(("password", OpenIDServer.password(of: name))) }
            if page.contains("value=\"accept\"") { fields.append(("answer", allows ? "accept" : "deny")) }
            form = fields
        }
        throw OpenIDServer.Trouble(description: "no end at \(target)")
    }

    /// What a game has of the provider's own library: an ID token with a nonce.
    public mutating func idToken(for game: OpenIDServer.Client, nonce: String) async throws -> String {
        // RFC 7636, appendix B.
        let (verifier, challenge) = (
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        )
        let query = Self.text([
            ("response_type", "code"), ("client_id", game.id), ("redirect_uri", game.redirect), ("scope", "openid"),
            ("state", "s"), ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ])
        let back = try await go(to: "/oauth/authorize?" + query)
        guard let code = back.queryItems?.first(where: { $0.name == "code" })?.value else {
            throw OpenIDServer.Trouble(description: "no code: \(back)")
        }
        let form = Self.text([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", game.redirect),
            ("code_verifier", verifier),
        ])
        let secret = Data("\(game.id):\(game.secret)".utf8).base64EncodedString()
        let answer = try await server.http.call(
            "POST", "/oauth/token",
            headers: ["Authorization": "Basic \(secret)", "Content-Type": "application/x-www-form-urlencoded"],
            body: Data(form.utf8))
        guard let token = answer.object["id_token"] as? String else {
            throw OpenIDServer.Trouble(description: "no ID token: \(answer.text)")
        }
        return token
    }

    private mutating func ask(_ url: String, _ form: [(String, String)]?) async throws -> LocalHTTP.Answer {
        let target = url.hasPrefix(server.issuer) ? String(url.dropFirst(server.issuer.count)) : url
        var headers = ["Cookie": cookies.map { "\($0)=\($1)" }.joined(separator: "; ")]
        if form != nil { headers["Content-Type"] = "application/x-www-form-urlencoded" }
        let answer = try await server.http.call(
            form == nil ? "GET" : "POST", target, headers: headers, body: form.map { Data(Self.text($0).utf8) })
        for cookie in answer.cookies {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
        }
        return answer
    }

    private func components(_ text: String) throws -> URLComponents {
        guard let components = URLComponents(string: text) else {
            throw OpenIDServer.Trouble(description: "no address: \(text)")
        }
        return components
    }

    private static func text(_ fields: [(String, String)]) -> String {
        fields.map { name, value in
            name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }.joined(separator: "&")
    }
}

extension String {
    /// What stands between the last of the first text and the next of the second.
    fileprivate func lastPart(after start: String, before end: String) -> String? {
        guard let begun = range(of: start, options: .backwards),
            let ended = range(of: end, range: begun.upperBound..<endIndex)
        else { return nil }
        return String(self[begun.upperBound..<ended.lowerBound])
    }
}
