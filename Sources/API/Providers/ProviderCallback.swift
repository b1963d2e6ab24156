import LaurelDomain
import LaurelHTTPServer
import LaurelService
import LaurelWire

/// `/sign-in/callback/PROVIDER`: where a browser comes back to from a provider. An address of its own for each, so that
/// an answer of one is never taken for another's (RFC 9700, section 4.4.2).
///
/// A form that another site sends, as Apple's does, comes without cookies, so nothing is decided here: the browser goes
/// on to the sign-in page, which asks in its own name. What it takes along stands in the fragment, which no server and
/// no log gets to see.
struct ProviderCallback: Sendable {
    static let prefix = "/sign-in/callback/"
    /// Of the form, or of the query.
    static let bytesLimit = 16_384
    let providers: IdentityProviders
    /// Charges it like one read, as every page that anyone can open.
    let spend: @Sendable (Request) throws(Problem) -> Void
    let answers: Answers

    /// - Returns: nil for every other path and method, and for a provider that isn't there.
    private func provider(_ request: Request) -> ProviderID? {
        let path = request.segments
        guard request.method == .get || request.method == .post, path.count == 3, path[0] == "sign-in",
            path[1] == "callback"
        else { return nil }
        let id: ProviderID
        do throws(InvalidIdentifier) { id = try ProviderID(path[2]) } catch { return nil }
        return providers.description(of: id)?.id
    }

    /// Whether the form that another site sends is worth reading.
    ///
    /// - Returns: nil for what isn't such a form; otherwise why not, if it isn't.
    func judge(_ head: Request) -> Result<Int, Problem>? {
        guard head.method == .post, provider(head) != nil else { return nil }
        do throws(Problem) { try spend(head) } catch { return .failure(error) }
        return .success(Self.bytesLimit)
    }

    /// - Returns: nil for every other path and method, and for a provider that isn't there.
    func answer(_ request: Request) -> Response? {
        guard let provider = provider(request) else { return nil }
        if !request.isAdmitted {
            do throws(Problem) { try spend(request) } catch { return answers.problem(error, request.id) }
        }
        guard request.body.count <= Self.bytesLimit else {
            return answers.problem(Problem(.tooLarge, "The form has more than 16,384 bytes."), request.id)
        }
        let query = request.method == .post ? request.form : request.query
        var fragment = "provider=\(provider.text)"
        for name in ["code", "state", "error"] {
            guard let value = query[name], value.utf8.count <= 4_096 else { continue }
            fragment += "&\(name)=" + PercentEncoding.text(value)
        }
        var response = answers.noContent()
        response.status = .seeOther
        response.headers.append("Location", "/sign-in/#" + fragment)
        return response
    }
}

/// What a browser keeps while it is at a provider. Pages of ours show it alone, never a link from elsewhere.
struct ProviderCookie {
    /// As long as the provider's answer is waited for.
    static let seconds = 600
    let isSecure: Bool

    private var name: String { isSecure ? "__Host-laurel_provider" : "laurel_provider" }

    func secret(in fields: [String]) -> String? { Cookies.value(of: name, in: fields) }

    func set(_ secret: String) -> String { "\(name)=\(secret); Max-Age=\(Self.seconds)" + attributes }
    var clear: String { "\(name)=; Max-Age=0" + attributes }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "") }
}
