import LaurelCluster
import LaurelDomain
import Testing

@Suite("What a node says of its commits") struct CommitWatchTests {
    private func moment(_ milliseconds: Int64) -> Timestamp { Timestamp(clamping: milliseconds) }
    private func span(_ milliseconds: Int64) -> Timestamp.Span { Timestamp.Span(milliseconds: milliseconds) }

    @Test("is nothing while they succeed") func quiet() {
        var watch = CommitWatch()
        for now in stride(from: Int64(0), to: 60_000, by: 500) {
            watch.begin(at: moment(now))
            #expect(watch.wait(at: moment(now + 200)) == span(200))
            #expect(watch.looked(at: moment(now + 200)) == nil)
            #expect(watch.end(succeeded: true, at: moment(now + 300)) == nil)
            #expect(watch.wait(at: moment(now + 400)) == span(0))
            #expect(watch.looked(at: moment(now + 400)) == nil)
        }
    }

    @Test("is that one waits, once, after 2.5 seconds, and how long it was") func waits() {
        var watch = CommitWatch()
        watch.begin(at: moment(1_000))
        #expect(watch.looked(at: moment(3_499)) == nil)
        #expect(watch.looked(at: moment(3_500)) == .waits(span(2_500)))
        #expect(watch.looked(at: moment(9_000)) == nil)
        #expect(watch.wait(at: moment(9_000)) == span(8_000))
        #expect(watch.end(succeeded: true, at: moment(61_000)) == .isOver(span(60_000)))
        #expect(watch.wait(at: moment(62_000)) == span(0))
        // The next one is another time.
        watch.begin(at: moment(70_000))
        #expect(watch.looked(at: moment(72_500)) == .waits(span(2_500)))
    }

    @Test("is nothing when it's over, if nothing was said before") func soon() {
        var watch = CommitWatch()
        watch.begin(at: moment(0))
        #expect(watch.looked(at: moment(2_400)) == nil)
        #expect(watch.end(succeeded: true, at: moment(9_000)) == nil)
    }

    @Test("is that they fail while looks are answered, and how long it was") func fails() {
        var watch = CommitWatch()
        var news: [CommitWatch.News] = []
        for now in stride(from: Int64(0), to: 10_000, by: 500) {
            watch.begin(at: moment(now))
            #expect(watch.end(succeeded: false, at: moment(now + 100)) == nil)
            if let one = watch.looked(at: moment(now + 200)) { news.append(one) }
        }
        #expect(news == [.fails(span(2_700))])
        watch.begin(at: moment(10_000))
        #expect(watch.wait(at: moment(10_000)) == span(10_000))
        #expect(watch.end(succeeded: true, at: moment(10_050)) == .isOver(span(10_050)))
    }

    @Test("is nothing of the time in which the store was silent: that is said of the looks") func silent() {
        var watch = CommitWatch()
        watch.begin(at: moment(0))
        for now in stride(from: Int64(2_000), through: 30_000, by: 2_000) { watch.lookFailed(at: moment(now)) }
        #expect(watch.wait(at: moment(30_000)) == span(30_000))
        #expect(watch.looked(at: moment(30_200)) == nil)
        #expect(watch.looked(at: moment(32_499)) == nil)
        #expect(watch.looked(at: moment(32_500)) == .waits(span(2_500)))
    }
}
