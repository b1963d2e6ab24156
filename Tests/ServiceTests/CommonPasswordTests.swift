import Foundation
import Testing

@testable import LaurelService

/// The lists that the build makes ours of, in their order: the most common password first.
@Suite("Common passwords") struct CommonPasswordTests {
    private static func list(_ name: String) throws -> [String] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/passwords/\(name)")
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func isRefused(_ text: String) -> Bool {
        do throws(Password.Invalid) { _ = try Password(text, alias: "Lovelace") } catch { return error == .common }
        return false
    }

    /// OWASP ASVS 5.0, 6.2.4, asks for the first 3,000 that match the policy.
    @Test(
        "none of two public lists is taken, in capitals or with a usual ending neither",
        arguments: ["django", "zxcvbn"])
    func listed(name: String) throws {
        let passwords = try Self.list(name + ".txt").filter { $0.count >= 8 }
        #expect(passwords.count > 3_000)
        for password in passwords { #expect(isRefused(password), "\(password)") }
        for password in passwords.prefix(3_000) {
            #expect(isRefused(password.uppercased()), "\(password.uppercased())")
            // Signs at the end are no part of what is looked up.
            guard password.last?.isLetter == true || password.last?.isNumber == true else { continue }
            #expect(isRefused(password.prefix(1).uppercased() + password.dropFirst() + "!"), "\(password)!")
        }
        let words = passwords.prefix(3_000).filter { $0.last?.isLetter ?? false }
        #expect(words.count > 1_000)
        for word in words { #expect(isRefused(word + "123") && isRefused(word + "2026!"), "\(word)123") }
    }

    @Test("what is shipped is of these lists")
    func shipped() throws {
        let both = Set((try Self.list("django.txt") + Self.list("zxcvbn.txt")).map { $0.lowercased() })
        #expect(CommonPasswordList.words.isSubset(of: both))
        #expect(CommonPasswordList.words.isSuperset(of: both.filter { $0.count >= 8 }))
    }
}
