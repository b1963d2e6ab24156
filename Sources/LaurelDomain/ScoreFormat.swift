/// How a score is written: the eighteen formats of iTunes Connect (rule 4.11).
public enum ScoreFormat: UInt8, CaseIterable, Hashable, Sendable {
    case integer = 0
    case fixedPoint1, fixedPoint2, fixedPoint3
    case elapsedTimeMinute, elapsedTimeSecond, elapsedTimeCentisecond
    case dollarWhole, dollarDecimal
    case euroWhole, euroDecimal
    case francWhole, francDecimal
    case kroneWhole, kroneDecimal
    case poundWhole, poundDecimal
    case yenWhole
}
