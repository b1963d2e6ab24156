import LaurelDomain
import LaurelService
import LaurelWire

/// What the page of a code says. A code can live in several games: one after the other.
struct PartyPageDrawing {
    let parties: [PartyDetails]
    let code: PartyCode
    let texts: SharedPageTexts
    let languages: [LanguageTag]
    let origin: String
    let hasPicture: Bool
    /// Nil: they are gone.
    let name: (PlayerNumber) -> String?

    func document() -> HTML {
        let first = parties.first
        let title =
            first.map { texts.joinTitle(activityTitle($0), $0.app.localization(for: languages).name) }
            ?? texts.noParty
        let address = "\(origin)/join/\(code.text)"
        let head: HTML = """
            <meta name="description" content="\(texts.joinSummary(code.text))">
            <meta property="og:type" content="website">
            <meta property="og:site_name" content="Laurel">
            <meta property="og:locale" content="\(texts.locale)">
            <meta property="og:title" content="\(title)">
            <meta property="og:description" content="\(texts.joinSummary(code.text))">
            <meta property="og:url" content="\(address)">
            """
        var main: HTML = .empty
        for party in parties { main = "\(main)\(article(party))" }
        return SharedPageDrawing.frame(title, texts, head: head, main: main)
    }

    private func activityTitle(_ details: PartyDetails) -> String {
        details.activity.localization(for: languages, default: details.app.defaultLanguage).title
    }

    private func article(_ details: PartyDetails) -> HTML {
        let game = details.app.localization(for: languages).name
        let about = details.activity.localization(for: languages, default: details.app.defaultLanguage).details
        let picture: HTML =
            hasPicture
            ? """
            <img class="join-picture" src="/join/\(code.text).png" alt="\(texts.codePicture)">
            """ : "<span class=\"share-art mark wreath\" aria-hidden=\"true\"></span>"
        let sandbox: HTML =
            details.party.environment == .sandbox
            ? "<p class=\"badge badge-sandbox\">\(texts.sandboxParty)</p>" : .empty
        return """
            <article class="share-card" data-tint="\(ShareCard.tint(of: details.app.bundleID))">
            <div class="share-stage">\(picture)</div>
            <div class="share-words">
            <p class="share-game"><a href="/games/?id=\(details.app.bundleID.text)"><bdi>\(game)</bdi></a></p>
            <h1><bdi>\(activityTitle(details))</bdi></h1>
            <p class="share-subject"><bdi>\(about)</bdi></p>
            <p class="share-label">\(texts.partyCode)</p>
            <p class="share-headline">\(code.text)</p>
            \(waiting(details))\(sandbox)
            \(actions(details, game))
            </div>
            </article>

            """
    }

    private func waiting(_ details: PartyDetails) -> HTML {
        let names = details.present.compactMap(name)
        guard !names.isEmpty else { return "<p class=\"share-note\">\(texts.nobodyWaits)</p>" }
        var list: HTML = .empty
        for name in names { list = "\(list)<li><bdi>\(name)</bdi></li>" }
        return """
            <p class="share-label" id="waiting">\(texts.whoWaits)</p>
            <ul class="join-players" aria-labelledby="waiting">\(list)</ul>
            """
    }

    private func actions(_ details: PartyDetails, _ game: String) -> HTML {
        let link = play(details)
        let hasBoth = link != nil && details.app.hasDesktopGame
        let note = link == nil ? texts.installedOnly : hasBoth ? texts.installedToo : texts.typeCode
        let second: HTML =
            hasBoth
            ? """
            <a class="button" id="launch" href="\(launch(details))" rel="noopener">\(texts.openOnDesktop)</a>
            """ : .empty
        return """
            <div class="actions"><a class="button button-primary" id="play" href="\(link ?? launch(details))" \
            rel="noopener">\(texts.play(game))</a>\(second)</div>
            <p class="share-note">\(note)</p>
            """
    }

    /// Starts the game on the reader's device (rule 14.10).
    private func launch(_ details: PartyDetails) -> String {
        LaunchAddress.activity(LaunchActivity(id: details.activity.id, code: code)).text
    }

    /// A path of this site, or an address elsewhere.
    private func play(_ details: PartyDetails) -> String? {
        guard let link = details.activity.startURL(code: code, link: details.app.link) else { return nil }
        let isPath = link.hasPrefix("/") && !link.hasPrefix("//") && !link.hasPrefix("/\\")
        let lowered = link.lowercased()
        guard isPath || lowered.hasPrefix("https://") || lowered.hasPrefix("http://") else { return nil }
        let isOurs = isPath || link.hasPrefix(origin + "/")
        guard isOurs, details.party.environment == .sandbox, !link.contains("#") else { return link }
        return link + "&environment=sandbox"
    }
}

// MARK: Words

extension SharedPageTexts {
    func joinTitle(_ activity: String, _ game: String) -> String {
        pick("Join “\(activity)” in \(game)", "加入《\(game)》中的“\(activity)”")
    }
    func joinSummary(_ code: String) -> String {
        pick("Open the game with the party code \(code).", "使用组队码 \(code) 打开游戏。")
    }
    var codePicture: String { pick("QR code of this page", "此页面的二维码") }
    var partyCode: String { pick("Party code", "组队码") }
    var whoWaits: String { pick("Waiting now", "正在等候") }
    var nobodyWaits: String { pick("Nobody is waiting right now.", "目前没有人在等候。") }
    var typeCode: String { pick("You can also type the code in the game.", "你也可以在游戏中输入这个组队码。") }
    var installedOnly: String {
        pick(
            "The button opens the game if it's installed on this device. You can also type the code in the game.",
            "如果这台设备上装有该游戏，按钮会打开它。你也可以在游戏中输入这个组队码。")
    }
    var openOnDesktop: String { pick("Open in the desktop game", "在桌面版中打开") }
    var installedToo: String {
        pick(
            "“\(openOnDesktop)” works if the game is installed on this device. You can also type the code in the game.",
            "如果这台设备上装有该游戏，“\(openOnDesktop)”会打开它。你也可以在游戏中输入这个组队码。")
    }
    var sandboxParty: String { pick("Sandbox", "沙盒") }
    var noParty: String { pick("This code isn't in use", "此组队码未在使用") }
    var noPartyText: String {
        pick(
            "It may have ended, or it has a typo. Ask your friends for a new one.",
            "它可能已失效，或输入有误。请向朋友要一个新的。")
    }
}
