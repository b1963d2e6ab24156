import LaurelCluster
import Testing

@Suite("Node IDs") struct NodeIDTests {
    @Test("an ID is a number above zero", arguments: [(0, false), (-1, false), (1, true), (Int64.max, true)])
    func range(number: Int64, isID: Bool) { #expect((NodeID(rawValue: number) != nil) == isID) }
}
