import LaurelDomain

/// What a push service knows a server by (RFC 8292): a key, and with each message a token that it signs.
public struct VAPID: Sendable {
    public let key: P256Key
    /// `mailto:` or `https:`: whom a push service writes to when something is wrong; nil: nobody.
    private let contact: String?

    public init(_ key: P256Key, contact: String?) {
        self.key = key
        self.contact = contact
    }

    /// The value of `Authorization` (RFC 8292, section 3).
    ///
    /// - Parameters:
    ///   - origin: of the push service, such as `https://push.example`; printable ASCII without `"` and `\`.
    ///   - expires: in seconds since 1970; at most 24 hours ahead (section 2).
    public func authorization(for origin: String, expires: Int64) -> String {
        let header = #"{"typ":"JWT","alg":"ES256"}"#
        var claims = #"{"aud":"\#(origin)","exp":\#(expires)"#
        if let contact { claims += #","sub":"\#(contact)""# }
        claims += "}"
        let signed = Base64URL.text(Array(header.utf8)) + "." + Base64URL.text(Array(claims.utf8))
        let token = signed + "." + Base64URL.text(key.signature(of: Array(signed.utf8)))
        return "vapid t=\(token),k=\(Base64URL.text(key.publicBytes))"
    }
}
