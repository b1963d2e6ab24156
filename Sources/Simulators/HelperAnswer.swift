import LaurelDomain

/// What a helper process answers: one byte that says what, then this.
enum HelperAnswer {
    /// A module in the machine's own code.
    case compiled([UInt8])
    case played(SimulatorAnswer)
    /// No simulator: the module is refused.
    case invalid(String)
    /// The run came to no end.
    case stopped(String)
    /// The library is not there or not what we know: the operator's to mend.
    case broken(String)

    func encoded() -> [UInt8] {
        switch self {
        case .compiled(let code): [0] + code
        case .played(let answer):
            [1] + Self.bytes(UInt64(answer.code)) + Self.bytes(UInt64(bitPattern: answer.score))
                + Self.bytes(UInt64(bitPattern: answer.milliseconds)) + Self.bytes(answer.trace)
                + answer.achievements.flatMap { Array($0.text.utf8) + [0] }
        case .invalid(let sentence): [2] + Array(sentence.utf8)
        case .stopped(let sentence): [3] + Array(sentence.utf8)
        case .broken(let sentence): [4] + Array(sentence.utf8)
        }
    }

    /// - Returns: nil for what no helper writes, unless it was taken over.
    init?(_ bytes: [UInt8]) {
        let rest = bytes.dropFirst()
        switch bytes.first {
        case 0: self = .compiled(Array(rest))
        case 1:
            guard rest.count >= 32 else { return nil }
            let numbers = stride(from: 1, to: 33, by: 8).map { Self.number(bytes[$0..<$0 + 8]) }
            guard let code = UInt32(exactly: numbers[0]), let ids = Self.ids(rest.dropFirst(32)) else { return nil }
            self = .played(
                SimulatorAnswer(
                    code: code, score: Int64(bitPattern: numbers[1]), milliseconds: Int64(bitPattern: numbers[2]),
                    trace: numbers[3], achievements: ids))
        case 2: self = .invalid(Self.sentence(rest))
        case 3: self = .stopped(Self.sentence(rest))
        case 4: self = .broken(Self.sentence(rest))
        default: return nil
        }
    }

    static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// Each once, each ended by a zero byte. Nil: what only a process writes that a module has taken over.
    private static func ids(_ bytes: ArraySlice<UInt8>) -> [AchievementID]? {
        var ids: [AchievementID] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0), ids.count < SimulatorAnswer.achievementsLimit {
            do throws(InvalidIdentifier) {
                let id = try AchievementID(String(decoding: rest[..<end], as: UTF8.self))
                guard !ids.contains(id) else { return nil }
                ids.append(id)
            } catch {
                return nil
            }
            rest = rest[(end + 1)...]
        }
        return rest.isEmpty ? ids : nil
    }

    /// It may hold names out of a module: one line of plain letters.
    private static func sentence(_ bytes: ArraySlice<UInt8>) -> String {
        let plain = bytes.prefix(300).map { (0x20...0x7E).contains($0) ? $0 : 0x20 }
        return String(decoding: plain, as: UTF8.self)
    }
}
