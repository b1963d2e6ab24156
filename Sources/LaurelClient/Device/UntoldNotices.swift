import Foundation
public import LaurelDomain
import LaurelWire

// Notices that nothing but they themselves can tell the game later: nobody in it listened yet, or the exchange of a
// cancellation is gone from its match. They stay on the device until the game is told.
extension PlayerFolder {
    /// Notices kept; then the oldest goes. It is in the inbox still.
    static let untoldLimit = 100
    private static let untoldBytesLimit = 4 << 20

    private var untoldPath: String { path + "/untold-notices" }

    /// Before its ID is written down as the last one heard: a program that ends in between hears it again.
    public func keep(_ notice: NoticeRecord) throws(DeviceError) {
        guard let new = NoticeAnswer(notice) else { return }
        try device.locked { () throws(DeviceError) in
            var all = try kept()
            guard !all.contains(where: { $0.id == new.id }) else { return }
            all.append(new)
            try write(all.suffix(Self.untoldLimit))
        }
    }

    /// Those that were heard, first come first. What is kept beyond the last event comes again.
    ///
    /// - Parameter heard: the last event of this run of the program, where that is known.
    public func untoldNotices(heard: NoticeID? = nil) throws(DeviceError) -> [NoticeRecord] {
        let all = try kept()
        guard !all.isEmpty, let last = try [lastEvent(), heard].compactMap({ $0 }).max() else { return [] }
        return all.filter { $0.id <= last }.map { NoticeRecord($0) }
    }

    /// Before the game is told of it.
    ///
    /// - Returns: whether it was there: another program of the device may have told it.
    public func forgetUntold(_ notice: NoticeRecord) throws(DeviceError) -> Bool {
        try device.locked { () throws(DeviceError) in
            let all = try kept()
            let left = all.filter { String($0.id.rawValue) != notice.id }
            guard left.count < all.count else { return false }
            try write(left[...])
            return true
        }
    }

    /// A line each; one that is damaged counts as none.
    private func kept() throws(DeviceError) -> [NoticeAnswer] {
        guard let bytes = try DurableFile.read(untoldPath, bytesLimit: Self.untoldBytesLimit) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            do throws(JSONError) { return try NoticeAnswer.shape.answer(json: Array(line)) } catch { return nil }
        }
    }

    private func write(_ notices: ArraySlice<NoticeAnswer>) throws(DeviceError) {
        try DeviceFolder(path: path).make()
        try DurableFile.write(Array(notices.map(\.json).joined(separator: [UInt8(ascii: "\n")])), to: untoldPath)
    }
}

extension NoticeAnswer {
    /// - Returns: nil: the server gave it an ID that is none.
    fileprivate init?(_ record: NoticeRecord) {
        guard let id = NoticeID(wire: record.id) else { return nil }
        self.init(
            id: id, kind: record.kind, created: .first, isRead: false, canBeMuted: true,
            about: record.about.map { PlayerAnswer($0) }, subject: record.subject, details: record.details)
    }
}
