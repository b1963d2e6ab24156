import LaurelDomain
import Testing

@Suite("Mail addresses", .timeLimit(.minutes(15))) struct MailAddressTests {
    @Test(
        "rule 1.17: taken as they are typed",
        arguments: [
            "jim@mail.example", "Jim.O'Hara+games@Mail.Example", "a@b.c", "{x}!#$%&*/=?^_`|~-@x-y.example",
            String(repeating: "a", count: 64) + "@mail.example",
        ])
    func taken(text: String) throws {
        let address = try MailAddress(text)
        #expect(address.text == text && address.key == text.lowercased() && !"\(address)".contains("@"))
    }

    @Test(
        "rule 1.17: what isn't one, or could end a line of a header or of SMTP, is refused",
        arguments: [
            "", "jim", "@mail.example", "jim@", "jim@mail", "jim@mail.", "jim@.example", "jim@mail..example",
            ".jim@mail.example", "jim.@mail.example", "j..m@mail.example", "jim@-mail.example", "jim@mail-.example",
            "jim@@mail.example", "jim@mail.example@x.example", "jim@[127.0.0.1]", "\"jim\"@mail.example",
            "jim@mail.example\r\nBcc: other@mail.example", "jim\n@mail.example", "<jim@mail.example>",
            "jim@mail.example ", "jim smith@mail.example", "jim,ann@mail.example", "jím@mail.example",
            "jim@mäil.example", "jim\u{0}@mail.example", String(repeating: "a", count: 65) + "@mail.example",
            "jim@" + String(repeating: "a", count: 64) + ".example",
            "jim@" + String(repeating: "abc.", count: 70) + "example",
        ])
    func refused(text: String) {
        #expect(throws: InvalidIdentifier.self) { try MailAddress(text) }
    }

    @Test("two spellings that differ in capitals get the same mail; the host is what stands behind the @")
    func parts() throws {
        let (one, other) = (try MailAddress("Jim@Mail.Example"), try MailAddress("jim@mail.example"))
        #expect(one.key == other.key && one != other && one.host == "Mail.Example")
    }

    @Test("mails are in the language that their reader wants most, of those there are")
    func languages() throws {
        let wanted = try ["fr", "zh-CN", "en"].map { try LanguageTag($0) }
        #expect(MailLanguage(for: wanted) == .simplifiedChinese)
        #expect(MailLanguage(for: []) == .english)
    }
}
