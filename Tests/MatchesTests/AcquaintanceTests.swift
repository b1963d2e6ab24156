import LaurelDomain
import Testing

@testable import LaurelMatches
@testable import LaurelTestMatches

@Suite("Acquaintances") struct AcquaintanceTests {
    @Test(
        "rule 11.4: a block comes before a friendship, and friends meet, restricted or not",
        arguments: [
            ([], nil), ([1], .isRestricted), ([2], .otherIsRestricted), ([1, 2], .otherIsRestricted), ([3], nil),
        ] as [(Set<Int>, MeetingObstacle?)])
    func obstacles(restricted: Set<Int>, expected: MeetingObstacle?) {
        let (one, two) = (PlayerNumber(1), PlayerNumber(2))
        var circle = Circle(blocks: [[1, 3]], friends: [[2, 3]], restricted: restricted)
        #expect(circle.obstacle(between: one, and: two) == expected)
        #expect(circle.mayMeet(one, two) == (expected == nil))
        #expect(circle.mayMeet(two, one) == (expected == nil))
        circle.friends.insert([1, 2])
        #expect(circle.obstacle(between: one, and: two) == nil)
        circle.blocks.insert([1, 2])
        #expect(circle.obstacle(between: one, and: two) == .block)
        #expect(!circle.mayMeet(one, two) && !circle.mayMeet(two, one))
    }
}
