import LaurelArcade

// What Game Center has of the window.
extension Host {
    var environment: String? { options.environment }

    var message: String { panel.text(of: .message) }

    func hush(_ topic: BannerTopic) { banners.drop(topic) }

    func tell(title: String, message: String, seconds: Double, topic: BannerTopic) {
        banners.add(title: title, message: message, seconds: seconds, topic: topic)
        announcer.say("banner", ["title": title, "message": message])
    }

    func announce(_ event: String, _ fields: [String: Any]) { announcer.say(event, fields) }

    var wantsTickets: Bool { options.seed == nil }

    // MARK: Sharing

    func share(_ make: @escaping ShareSheet.Making) {
        sheet = ShareSheet(make: make) { [unowned self] event, fields in
            self.shown = -1
            self.announcer.say(event, fields)
        }
        shown = -1
    }

    /// - Returns: whether there was one.
    @discardableResult func closeSheet() -> Bool {
        guard sheet != nil else { return false }
        sheet = nil
        shown = -1
        return true
    }

    /// One screen back.
    func back() { if !closeSheet() { screens.act(.back, 0) } }

    /// As the announcements call it.
    var pageName: String { sheet == nil ? "\(screens.page)" : "share" }
}
