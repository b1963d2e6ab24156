import LaurelClient

// What the event stream tells of challenges and achievements.
extension GameCenter {
    func challengeReceived(_ notice: NoticeRecord) async {}
    func challengeCompleted(_ notice: NoticeRecord) async {}
    func challengeDeclined(_ notice: NoticeRecord) async {}
    func achievementEarned(_ notice: NoticeRecord) async {}
}
