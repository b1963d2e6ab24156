import LaurelDomain

/// HMAC-SHA-1 (RFC 2104), by which authenticator apps and we make the same codes.
public struct CodeHashing: Sendable {
    /// - Returns: 20 bytes.
    public var hmacSHA1: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]

    public init(hmacSHA1: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]) {
        self.hmacSHA1 = hmacSHA1
    }
}

/// Codes of six digits that change every 30 seconds (TOTP, RFC 6238, with the values that every authenticator app
/// knows: SHA-1, 30 seconds, 6 digits).
struct OneTimeCode {
    static let secondsOfStep: Int64 = 30
    static let digits = 6
    /// Steps that a code may be early or late: the clocks of phones differ (RFC 6238, section 5.2).
    static let stepsAside: Int64 = 1
    /// Bytes of a secret: as long as the digest (RFC 4226, section 4, R6).
    static let secretBytes = 20

    let hashing: CodeHashing
    let secret: [UInt8]

    static func step(at moment: Timestamp) -> Int64 { moment.milliseconds / 1_000 / secondsOfStep }

    /// Six digits. RFC 4226, section 5.3, with the step as the counter.
    func code(of step: Int64) -> String {
        let counter = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: step >> Int64($0)) }
        let digest = hashing.hmacSHA1(counter, secret)
        guard let last = digest.last, digest.count >= 20 else { return "" }
        let offset = Int(last & 0xF)
        let word = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(word % 1_000_000)
        return String(repeating: "0", count: Self.digits - text.count) + text
    }

    /// The step that a code belongs to; nil: it is not right now.
    ///
    /// All steps are compared whatever comes, so that the time it takes says nothing.
    func step(of typed: String, at moment: Timestamp) -> Int64? {
        let digits = Array(typed.utf8.filter { $0 != 0x20 })
        let now = Self.step(at: moment)
        var found: Int64?
        for step in max(0, now - Self.stepsAside)...now + Self.stepsAside {
            if Self.isEqual(digits, Array(code(of: step).utf8)) { found = step }
        }
        return found
    }

    private static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count, one.count == digits else { return false }
        // With parentheses: in Swift `|` and `^` have one precedence, and `a | b ^ c` is `(a | b) ^ c`.
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// How a secret gets into an authenticator app.
enum OneTimeSecret {
    /// Base 32 without padding (RFC 4648, section 6), which people can type.
    static func text(_ secret: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in secret {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> UInt32(count) & 31)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a QR code of it says.
    ///
    /// - Source: https://github.com/google/google-authenticator/wiki/Key-Uri-Format
    static func uri(_ secret: [UInt8], issuer: String, account: String) -> String {
        let issuer = PercentEncoding.text(issuer)
        return "otpauth://totp/\(issuer):\(PercentEncoding.text(account))?secret=\(text(secret))&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=6&period=30"
    }
}
