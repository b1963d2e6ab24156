/// When two files that change one after the other are to be read again: once they have stayed the same for the time
/// between two looks. Knows neither files nor time.
struct FileWatch {
    struct Stamps: Equatable {
        var certificate: Folder.Stamp?
        var key: Folder.Stamp?
    }

    /// As they were when they were last read.
    private var known: Stamps
    private var seen: Stamps?
    /// What ``known`` was before.
    private var before: Stamps

    init(_ known: Stamps) {
        self.known = known
        before = known
    }

    /// - Returns: whether to read the files now.
    mutating func look(_ present: Stamps) -> Bool {
        if present == known {
            seen = nil
            return false
        }
        guard present == seen else {
            seen = present
            return false
        }
        before = known
        known = present
        seen = nil
        return true
    }

    /// They couldn't be read: another look asks for it again, though nothing changes.
    mutating func failed() { known = before }
}
