import LaurelCryptography
import LaurelDomain
import Testing

@testable import LaurelService

@Suite("One-time codes") struct OneTimeCodeTests {
    private let hashing = CodeHashing { MessageAuthentication.hmacSHA1($0, key: $1) }
    /// Source: RFC 6238, appendix B.
    private let secret = Array("12345678901234567890".utf8)

    /// The RFC's codes have eight digits; ours are the last six of them.
    @Test(
        "are those of RFC 6238",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func vectors(seconds: Int64, code: String) throws {
        let moment = Timestamp(clamping: seconds * 1_000)
        let codes = OneTimeCode(hashing: hashing, secret: secret)
        #expect(codes.code(of: OneTimeCode.step(at: moment)) == code.suffix(6))
        #expect(codes.step(of: String(code.suffix(6)), at: moment) == seconds / 30)
    }

    @Test("are good one step early and one late, and no further")
    func window() throws {
        let codes = OneTimeCode(hashing: hashing, secret: secret)
        let moment = Timestamp(clamping: 1_800_000_000_000)
        let step = OneTimeCode.step(at: moment)
        for (aside, isGood) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)] {
            #expect((codes.step(of: codes.code(of: step + aside), at: moment) == step + aside) == isGood)
        }
        let code = codes.code(of: step)
        #expect(codes.step(of: code.prefix(3) + " " + code.suffix(3), at: moment) == step)
        for wrong in ["", "1", code + "0", String(code.dropLast()), "ABCDEF", "１２３４５６"] {
            #expect(codes.step(of: wrong, at: moment) == nil, "\(wrong)")
        }
        #expect(codes.step(of: codes.code(of: 0), at: .first) == 0)
    }

    @Test("nothing but the three codes is good")
    func others() {
        let codes = OneTimeCode(hashing: hashing, secret: secret)
        let moment = Timestamp(clamping: 1_800_000_000_000)
        let step = OneTimeCode.step(at: moment)
        let good = Set((-1...1).map { codes.code(of: step + $0) })
        for number in stride(from: 0, to: 1_000_000, by: 331) {
            let digits = String(number)
            let code = String(repeating: "0", count: 6 - digits.count) + digits
            #expect((codes.step(of: code, at: moment) != nil) == good.contains(code), "\(code)")
        }
        // One digit changed, each by each.
        let now = Array(codes.code(of: step).utf8)
        for index in now.indices {
            for digit in UInt8(0x30)...0x39 where digit != now[index] {
                var typed = now
                typed[index] = digit
                let code = String(decoding: typed, as: UTF8.self)
                #expect((codes.step(of: code, at: moment) != nil) == good.contains(code), "\(code)")
            }
        }
    }

    /// Source: RFC 4648, section 10, without padding.
    @Test(
        "secrets are typed in base 32",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(text: String, encoded: String) {
        #expect(OneTimeSecret.text(Array(text.utf8)) == encoded)
    }

    @Test("an authenticator app is told everything")
    func uri() {
        #expect(
            OneTimeSecret.uri(Array("foobar".utf8), issuer: "Laurel games.example:8080", account: "李 小龙")
                == "otpauth://totp/Laurel%20games.example%3A8080:%E6%9D%8E%20%E5%B0%8F%E9%BE%99?secret=MZXW6YTBOI"
                + "&issuer=Laurel%20games.example%3A8080&algorithm=SHA1&digits=6&period=30")
    }
}
