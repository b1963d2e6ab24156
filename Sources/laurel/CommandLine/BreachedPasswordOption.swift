import LaurelCryptography
import LaurelService

/// The option that names the operator's list of stolen passwords.
enum BreachedPasswordOption {
    static let option = CommandOption(
        "--breached-passwords", "FILE", "Passwords stolen elsewhere, which players can't choose (SHA-1, sorted)")

    static func open(_ path: String) throws(Failure) -> BreachedPasswordFile {
        do throws(BreachedPasswordFile.Invalid) { return try BreachedPasswordFile(path: path) } catch {
            throw Failure("--breached-passwords: can't use \(path): \(reason(error))", status: 1)
        }
    }

    static func reason(_ error: BreachedPasswordFile.Invalid) -> String {
        switch error {
        case .unreadable(let reason): reason
        case .empty: "it is empty"
        case .malformed(let offset):
            "the line at byte \(offset) doesn't begin with 40 hexadecimal digits and a colon"
        case .unsorted(let offset): "it isn't sorted by digest: see the line at byte \(offset)"
        }
    }
}

extension BreachedPasswords {
    init(_ file: BreachedPasswordFile, _ pool: PasswordPool) {
        self.init { password in
            switch await pool.isBreached(password, by: file) {
            case .success(true): .listed
            case .success(false): .unlisted
            case .failure(let error): .broken(reason: "\(error)")
            case nil: .busy
            }
        }
    }
}
