import Glibc
import LaurelScores
import LaurelStorage

extension Failure {
    /// What a command ended with, for the person at the terminal.
    ///
    /// - Parameter folder: the data folder.
    init(_ error: any Error, in folder: String) {
        switch error {
        case let failure as Failure: self = failure
        case StoreError.full: self.init(Self.fullDisk(folder), status: 1)
        case let error as StoreError: self.init("can't use the store in \(folder): \(error)", status: 1)
        case let error as any StoreFailure where error.isOfStore:
            let advice = "To find out why: laurel doctor\(DataFolder.option(folder))"
            self.init(
                Self.hasRoom(folder) ? "the store in \(folder) can't be used now. \(advice)" : Self.fullDisk(folder),
                status: 1)
        default: self.init("\(error)", status: 1)
        }
    }

    private static func fullDisk(_ folder: String) -> String {
        "the disk of the data folder \(folder) is full. Free some space, then try again"
    }

    /// False, too, for a few blocks that a change doesn't fit into.
    private static func hasRoom(_ folder: String) -> Bool {
        var information = statvfs()
        guard statvfs(folder, &information) == 0 else { return true }
        let (free, isTooMuch) = UInt64(information.f_bavail).multipliedReportingOverflow(
            by: UInt64(information.f_frsize))
        return isTooMuch || free >= 1 << 20
    }
}
