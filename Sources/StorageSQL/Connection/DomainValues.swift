public import LaurelDomain
public import LaurelStorage

// MARK: Numbers

/// A number of ours, as the number it is.
public protocol SQLNumber: SQLColumnValue {
    associatedtype RawNumber: FixedWidthInteger
    var rawValue: RawNumber { get }
    init(_ rawValue: RawNumber)
}

extension SQLNumber {
    public var sql: SQLValue { .integer(Int64(rawValue)) }

    public init?(_ cell: SQLCell) {
        guard let number = RawNumber(exactly: cell.integer) else { return nil }
        self.init(number)
    }
}

extension PlayerNumber: SQLNumber {
    public static var isDamagedWhenUnreadable: Bool { true }
}
extension TeamNumber: SQLNumber {}
extension AppNumber: SQLNumber {}
extension LeaderboardNumber: SQLNumber {}
extension AchievementNumber: SQLNumber {}
extension ChallengeNumber: SQLNumber {}
extension GroupChallengeNumber: SQLNumber {}
extension DeviceNumber: SQLNumber {}
extension SessionID: SQLNumber {}
extension NoticeID: SQLNumber {}
extension ReviewID: SQLNumber {}
extension AuditID: SQLNumber {}
extension DeveloperKeyID: SQLNumber {}
extension TeamInvitationID: SQLNumber {}
extension FriendInvitationID: SQLNumber {}
extension PushSubscriptionID: SQLNumber {}
extension PushID: SQLNumber {}
extension WebhookDeliveryID: SQLNumber {}
extension MailID: SQLNumber {}
extension ProviderLinkID: SQLNumber {}
extension JournalSequence: SQLNumber {}

// MARK: Cases, by their stored numbers or names

extension SQLColumnValue where Self: RawRepresentable, RawValue == UInt8 {
    public var sql: SQLValue { .integer(Int64(rawValue)) }

    public init?(_ cell: SQLCell) {
        guard let number = UInt8(exactly: cell.integer), let value = Self(rawValue: number) else { return nil }
        self = value
    }
}

extension SQLColumnValue where Self: RawRepresentable, RawValue == String {
    public var sql: SQLValue { .text(rawValue) }

    public init?(_ cell: SQLCell) {
        guard let value = Self(rawValue: cell.text) else { return nil }
        self = value
    }
}

extension Environment: SQLColumnValue {}
extension ScoreFormat: SQLColumnValue {}
extension SubmissionType: SQLColumnValue {}
extension SortOrder: SQLColumnValue {}
extension ReplayRule.Requirement: SQLColumnValue {}
extension GuestEntries: SQLColumnValue {}
extension Verification: SQLColumnValue {}
extension TeamRole: SQLColumnValue {}
extension NoticeKind: SQLColumnValue {}
extension ChallengeState: SQLColumnValue {}
extension ReviewState: SQLColumnValue {}
extension ReportedThing: SQLColumnValue {}
extension ReportReason: SQLColumnValue {}
extension WordVerdict: SQLColumnValue {}
extension FriendListConsent: SQLColumnValue {}
extension Privacy.Audience: SQLColumnValue {}
extension WebhookDelivery.State: SQLColumnValue {}
extension ImageKind: SQLColumnValue {}
extension ActivityPlayStyle: SQLColumnValue {}
extension GroupChallenge.Stage: SQLColumnValue {}
extension GroupChallenge.Participant.State: SQLColumnValue {}
extension AuditAction: SQLColumnValue {}
extension SettingName: SQLColumnValue {}
extension MailKind: SQLColumnValue {}
extension MailLanguage: SQLColumnValue {}
extension ProviderStep.Kind: SQLColumnValue {}

// MARK: Identifiers, as their text

/// An identifier that has rules.
public protocol SQLIdentifier: SQLColumnValue {
    var text: String { get }
    init(_ text: String) throws(InvalidIdentifier)
}

extension SQLIdentifier {
    public var sql: SQLValue { .text(text) }

    public init?(_ cell: SQLCell) {
        do throws(InvalidIdentifier) { try self.init(cell.text) } catch { return nil }
    }
}

extension AchievementID: SQLIdentifier {}
extension LeaderboardID: SQLIdentifier {}
extension LeaderboardSetID: SQLIdentifier {}
extension ActivityID: SQLIdentifier {}
extension ChallengeDefinitionID: SQLIdentifier {}
extension BundleID: SQLIdentifier {}
extension LanguageTag: SQLIdentifier {}
extension TeamID: SQLIdentifier {}
extension DeviceName: SQLIdentifier {}
extension SavedGameID: SQLIdentifier {}
extension SimulatorName: SQLIdentifier {}
extension MailAddress: SQLIdentifier {}
extension ProviderID: SQLIdentifier {}

extension ShareID: SQLColumnValue {
    public var sql: SQLValue { .text(text) }
    public init?(_ cell: SQLCell) { self.init(cell.text) }
}

// MARK: Digests and moments

extension BlobDigest: SQLColumnValue {
    public var sql: SQLValue { .blob(bytes) }
    public init?(_ cell: SQLCell) { self.init(cell.blob) }
}

extension SecretDigest: SQLColumnValue {
    public var sql: SQLValue { .blob(bytes) }
    public init?(_ cell: SQLCell) { self.init(cell.blob) }
}

extension Timestamp: SQLColumnValue {
    public var sql: SQLValue { .integer(milliseconds) }
    public init?(_ cell: SQLCell) { self.init(clamping: cell.integer) }
}

extension Timestamp.Span: SQLColumnValue {
    public var sql: SQLValue { .integer(milliseconds) }
    public init?(_ cell: SQLCell) { self.init(milliseconds: cell.integer) }
}

extension Percent: SQLColumnValue {
    public var sql: SQLValue { .integer(bits) }
    public init?(_ cell: SQLCell) { self.init(bits: cell.integer) }
}

extension PartyCode: SQLColumnValue {
    public var sql: SQLValue { .text(text) }
    public init?(_ cell: SQLCell) { self.init(cell.text) }
}
