/// What became of an attempt to send a mail.
public enum MailOutcome: Hashable, Sendable {
    /// The server has it, and says that it will see to the rest.
    case sent
    /// The server will never take this mail: there is no such address there.
    case refused(String)
    /// Not sent, or nobody knows: the server was not there, did not answer in time, or said that it is busy or does not
    /// know us.
    case failed(String)
}
