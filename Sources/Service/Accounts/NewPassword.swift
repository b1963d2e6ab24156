import LaurelScores

/// What becomes of a password that a player has just chosen. The one place where such passwords are hashed.
extension Accounts {
    /// A list that can't be read refuses: the operator wants no password unseen.
    func hash(new password: Password) async throws(NewPasswordError) -> String {
        if let breachedPasswords {
            switch await breachedPasswords.look(password.text) {
            case .unlisted: break
            case .listed: throw .breached
            case .busy: throw .busy
            case .broken(let reason): throw .broken(reason: "breached passwords: " + reason)
            }
        }
        guard let hash = await passwords.hash(password.text) else { throw .busy }
        return hash
    }
}

enum NewPasswordError: Error {
    case breached
    case busy
    case broken(reason: String)
}

/// A use case's error that can say why a new password wasn't taken.
protocol NewPasswordFailure: StoreFailure {
    static var breachedPassword: Self { get }
    static var busy: Self { get }
}

extension NewPasswordFailure {
    init(_ error: NewPasswordError) {
        switch error {
        case .breached: self = .breachedPassword
        case .busy: self = .busy
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
