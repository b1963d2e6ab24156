import LaurelCluster
import Testing

@Suite("Questions to the owner", .timeLimit(.minutes(10))) struct OwnerQuestionsTests {
    @Test("one question speaks for all who came before it was sent, and for nobody who came later")
    func batches() {
        var questions = OwnerQuestions<Int>()
        var asks = (1...3).map { questions.arrive($0) }
        #expect(asks == [true, false, false])
        var (readers, asksAgain) = questions.answered()
        #expect(readers == [1] && asksAgain)
        asks = [questions.arrive(4)]
        #expect(asks == [false], "one question at a time")
        (readers, asksAgain) = questions.answered()
        #expect(readers == [2, 3] && asksAgain)
        (readers, asksAgain) = questions.answered()
        #expect(readers == [4] && !asksAgain)
        asks = [questions.arrive(5)]
        #expect(asks == [true], "nothing is under way")
    }

    @Test("when a question fails, all who wait are told, once")
    func failure() {
        var questions = OwnerQuestions<Int>()
        for reader in 1...3 { _ = questions.arrive(reader) }
        let readers = (questions.abandon(), questions.abandon())
        #expect(readers.0 == [1, 2, 3] && readers.1.isEmpty)
        let asks = questions.arrive(4)
        #expect(asks)
    }
}
