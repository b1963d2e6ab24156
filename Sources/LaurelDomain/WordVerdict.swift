/// What becomes of a word that the operator put into the list. Numbers are stored; a case is never renumbered.
public enum WordVerdict: UInt8, CaseIterable, Hashable, Sendable {
    case blocked = 1
    case allowed = 2
}
