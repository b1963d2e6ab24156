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

    init(_ known: Stamps) { self.known = known }

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
        known = present
        seen = nil
        return true
    }
}
