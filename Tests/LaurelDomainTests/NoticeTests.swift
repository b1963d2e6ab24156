import LaurelDomain
import Testing

@Suite("Notices", .timeLimit(.minutes(15))) struct NoticeTests {
    private func notice(_ subject: String, _ details: String) -> NewNotice {
        NewNotice(to: PlayerNumber(1), .overtaken, subject: subject, details: details, created: .first)
    }

    @Test("a subject that is too long is cut between two characters, and details that are too long are left out")
    func limit() {
        let (limit, detailsLimit) = (NewNotice.bytesLimit, NewNotice.detailsLimit)
        let fits = notice(String(repeating: "x", count: limit), String(repeating: " ", count: detailsLimit))
        #expect(fits.subject.utf8.count == limit && fits.details.utf8.count == detailsLimit)
        let long = notice(String(repeating: "x", count: limit + 1), String(repeating: " ", count: detailsLimit + 1))
        #expect(long.subject == fits.subject && long.details.isEmpty)
        // Three bytes each; a family is one character of many.
        #expect(notice(String(repeating: "猿", count: limit), "").subject == String(repeating: "猿", count: limit / 3))
        let family = String(repeating: "👨‍👩‍👧", count: 100)
        let cut = notice(family, "").subject
        #expect(family.hasPrefix(cut) && cut.count == limit / "👨‍👩‍👧".utf8.count)
    }
}
