import LaurelDomain
import LaurelStorage

/// How a player hears that something about their way in has changed: in their inbox, and by mail where they have an
/// address.
enum AccountChangeTable {
    static func tell(
        _ change: AccountChange, to player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try NoticeTable.insert(change.notice(to: player, at: now), on: connection)
        try MailTable.tell(.accountChange, change.rawValue, to: player, at: now, on: connection)
    }
}
