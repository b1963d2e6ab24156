public import LaurelStorage

/// What the use cases about mail share. How mails leave is no part of it: they wait in the store until somebody sends
/// them.
public struct Mailing: Sendable {
    public var directory: any MailDirectory
    /// Whether this server sends mails. Without it everything else works.
    public var isOn: Bool
    let resets = ResetRequests()

    public init(_ directory: any MailDirectory, isOn: Bool) {
        self.directory = directory
        self.isOn = isOn
    }
}
