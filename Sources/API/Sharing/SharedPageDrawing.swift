import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelService

/// What a page shows beside its share.
struct SharedPageSurroundings: Sendable {
    let catalogue: Catalogue
    let watchPage: WatchPage
    /// Of this server's pages.
    let origin: String
    let hasPictures: Bool
    /// The server's own; nil where there are none.
    let pages: Pages?
}

/// What a shared page and its picture say, to a reader with these languages.
struct SharedPageDrawing {
    let page: SharedPage
    let texts: SharedPageTexts
    /// The address of the game's picture, which stands on the card: a screenshot, else its icon. Nil also where
    /// ``ownCard`` shows more.
    let art: String?
    /// Of a game on this site, the picture beside its page for the card: of where the run ended, or, without another
    /// picture, of the game; nil: there is none.
    let ownCard: String?
    private let origin: String
    private let game: String
    private let headline: String
    private let subject: String
    /// The page of the leaderboard or the achievements on this site.
    private let gameAddress: String
    private let hasPicture: Bool
    /// What stands beside the words; nil: laurel.
    private let stage: String?

    /// How the server knows that its run gives the score; nil: it doesn't.
    private let verification: Verification?
    /// Where its run can be watched; nil: nowhere.
    private let watch: String?

    init(_ page: SharedPage, _ run: SharedRun?, _ languages: [LanguageTag], _ surroundings: SharedPageSurroundings) {
        self.page = page
        verification = run?.verification
        watch = surroundings.watchPage.address(of: page, run)
        texts = SharedPageTexts(for: languages)
        origin = surroundings.origin
        hasPicture = surroundings.hasPictures
        game = page.app.localization(for: languages).name
        let images = surroundings.catalogue.images
        let image =
            (images.image(at: .screenshot(1), of: page.app.number) ?? images.image(at: .icon, of: page.app.number))?.id
        let moment = Self.moment(page, surroundings.pages)
        // As on the card: where the run ended says most.
        stage =
            moment ?? image.map { "/v1/images/" + $0 } ?? Self.ownPicture("art.svg", page.app, surroundings.pages)
        art = moment == nil ? image : nil
        ownCard = moment ?? (image == nil ? Self.ownPicture("card.png", page.app, surroundings.pages) : nil)
        var address = "/games/?id=" + page.app.bundleID.text
        switch page.subject {
        case .score(let leaderboard, let value, _):
            headline = ScoreFormatter(leaderboard, of: page.app, for: languages).string(value)
            subject = leaderboard.localization(for: languages, default: page.app.defaultLanguage).name
            address += "&view=leaderboards&leaderboard=" + leaderboard.id.text
        case .achievement(let achievement):
            let localization = achievement.localization(for: languages, default: page.app.defaultLanguage)
            headline = localization.title
            subject = localization.descriptionAfter
            address += "&view=achievements&achievement=" + achievement.id.text
        }
        gameAddress = address + (page.share.environment == .sandbox ? "&environment=sandbox" : "")
    }

    /// Where the run of a score ended, if the game has a picture of it.
    private static func moment(_ page: SharedPage, _ pages: Pages?) -> String? {
        guard case .score(let leaderboard, let value, _) = page.subject,
            let list = ownPicture(CardMoments.file, page.app, pages), let text = pages?.bytes(at: list),
            let picture = CardMoments(text).picture(of: value, on: leaderboard.id)
        else { return nil }
        return ownPicture(picture, page.app, pages)
    }

    /// A game whose pages are on this site has its pictures beside them.
    private static func ownPicture(_ file: String, _ app: App, _ pages: Pages?) -> String? {
        guard let link = app.link, link.hasPrefix("/"), !link.hasPrefix("//"), link.hasSuffix("/"),
            let request = Request(.get, link + file), pages?.response(to: request)?.status == .ok
        else { return nil }
        return link + file
    }

    // MARK: The picture

    var card: ShareCard {
        var card = ShareCard(
            tint: ShareCard.tint(of: page.app.bundleID), game: game, player: page.alias, headline: headline,
            subject: subject, call: texts.canYouBeatIt)
        switch page.subject {
        case .score(_, _, let rank):
            card.rank = texts.rank(rank)
            card.medal = (1...3).contains(rank) ? rank : nil
        case .achievement: card.call = texts.canYouEarnIt
        }
        if page.share.challenge != nil { card.player += " " + texts.challengesYou }
        return card
    }

    // MARK: The page

    private var address: String {
        origin + (page.share.challenge == nil ? "/share/" : "/challenge/") + page.share.id.text
    }

    private var title: String {
        if page.share.challenge != nil { return texts.challenges(page.alias, game) }
        return switch page.subject {
        case .score: texts.scored(page.alias, headline, game)
        case .achievement: texts.earned(page.alias, headline, game)
        }
    }

    private var summary: String {
        switch page.subject {
        case .score(_, _, let rank):
            let score = page.share.challenge == nil ? "" : texts.scoreToBeat + ": " + headline + ". "
            return score + texts.rankOn(rank, subject) + ". " + texts.canYouBeatIt
        case .achievement:
            return (page.share.challenge == nil ? subject : headline + ". " + subject) + " " + texts.canYouEarnIt
        }
    }

    func document() -> HTML {
        let picture = "\(origin)/share/\(page.share.id.text).png?language=\(texts.rawValue)"
        let image: HTML =
            hasPicture
            ? """
            <meta property="og:image" content="\(picture)">
            <meta property="og:image:type" content="image/png">
            <meta property="og:image:width" content="\(ShareCard.width)">
            <meta property="og:image:height" content="\(ShareCard.height)">
            <meta property="og:image:alt" content="\(title)">
            <meta name="twitter:image" content="\(picture)">

            """ : .empty
        let head: HTML = """
            <meta name="description" content="\(summary)">
            <meta property="og:type" content="website">
            <meta property="og:site_name" content="Laurel">
            <meta property="og:locale" content="\(texts.locale)">
            <meta property="og:title" content="\(title)">
            <meta property="og:description" content="\(summary)">
            <meta property="og:url" content="\(address)">
            \(image)<meta name="twitter:card" content="\(hasPicture ? "summary_large_image" : "summary")">
            <meta name="twitter:title" content="\(title)">
            <meta name="twitter:description" content="\(summary)">
            """
        return Self.frame(title, texts, head: head, main: article)
    }

    private var article: HTML {
        let isChallenge = page.share.challenge != nil
        let verb: String
        var rankBadge: HTML = .empty
        switch page.subject {
        case .score(_, _, let rank):
            verb = isChallenge ? texts.challengesYou : texts.scoredHere
            rankBadge = """
                <span class="rank" data-medal="\(rank)">\(texts.rank(rank))</span>
                """
        case .achievement: verb = isChallenge ? texts.challengesYou : texts.earnedHere
        }
        let picture: HTML =
            stage.map { "<img class=\"share-art\" src=\"\($0)\" alt=\"\">" }
            ?? "<span class=\"share-art mark wreath\" aria-hidden=\"true\"></span>"
        let sandbox: HTML =
            page.share.environment == .sandbox ? "<p class=\"badge badge-sandbox\">\(texts.sandbox)</p>" : .empty
        return """
            <article class="share-card" data-tint="\(ShareCard.tint(of: page.app.bundleID))">
            <div class="share-stage">\(picture)</div>
            <div class="share-words">
            <p class="share-game"><a href="\(gameAddress)"><bdi>\(game)</bdi></a></p>
            <h1><bdi class="share-player">\(page.alias)</bdi> <span>\(verb)</span></h1>
            \(isChallenge ? label : .empty)
            <p class="share-headline"><bdi>\(headline)</bdi>\(verified)</p>
            <p class="share-subject">\(rankBadge) <bdi>\(subject)</bdi></p>
            \(message)\(sandbox)
            \(isChallenge ? answers : actions)
            </div>
            </article>
            \(report)
            """
    }

    /// Who is not signed in does so first, and comes back; a script asks the rest.
    private var report: HTML {
        let page = (page.share.challenge == nil ? "/share/" : "/challenge/") + page.share.id.text
        return """
            <p class="share-note share-report"><a id="report" href="/sign-in/?return=\(page)%23report" \
            data-id="\(self.page.share.id.text)" data-player="\(self.page.alias)">\(texts.report)</a></p>
            <script type="module" src="/shared/report.js"></script>
            """
    }

    private var verified: HTML {
        guard let verification else { return .empty }
        let text = texts.verified(verification)
        return """
             <span class="share-verified" role="img" title="\(text)" aria-label="\(text)">✓</span>
            """
    }

    private var label: HTML {
        if case .achievement = page.subject { return "<p class=\"share-label\">\(texts.toEarn)</p>" }
        return "<p class=\"share-label\">\(texts.scoreToBeat)</p>"
    }

    private var message: HTML {
        guard let message = page.share.challenge?.message, !message.isEmpty else { return .empty }
        return """
            <blockquote class="share-message" aria-label="\(texts.message(page.alias))"><p><bdi>\(message)</bdi></p>\
            </blockquote>

            """
    }

    // MARK: What to do

    /// Where the game is: a path of this site, or an address elsewhere.
    private var play: (address: String, isOurs: Bool)? {
        guard let link = page.app.link else { return nil }
        let isPath = link.hasPrefix("/") && !link.hasPrefix("//") && !link.hasPrefix("/\\")
        if isPath || link.hasPrefix(origin + "/") {
            let suffix = link.contains("?") ? "&environment=sandbox" : "?environment=sandbox"
            return (link + (page.share.environment == .sandbox ? suffix : ""), true)
        }
        let lowered = link.lowercased()
        return lowered.hasPrefix("https://") || lowered.hasPrefix("http://") ? (link, false) : nil
    }

    private func playButton(_ style: String) -> HTML {
        guard let play else { return .empty }
        return """
            <a class="button \(style)" id="play" href="\(play.address)" rel="noopener">\
            \(play.isOurs ? texts.play(game) : texts.get(game))</a>

            """
    }

    /// A game of this site runs beside the shown run: as `?share=` of its page says.
    private var isRaceable: Bool { watch != nil && play?.isOurs == true }

    private var raceButton: HTML {
        guard isRaceable, let play else { return .empty }
        let address = play.address + (play.address.contains("?") ? "&" : "?") + "share=" + page.share.id.text
        return "<a class=\"button button-primary\" id=\"race\" href=\"\(address)\">\(texts.race)</a>\n"
    }

    private var watchButton: HTML {
        watch.map { "<a class=\"button\" id=\"watch\" href=\"\($0)\">\(texts.watch)</a>\n" } ?? .empty
    }

    /// Beside what a script draws anew.
    private var watchLink: HTML { watch == nil ? .empty : "<div class=\"actions\">\(watchButton)</div>" }

    private var actions: HTML {
        let isScore = if case .score = page.subject { true } else { false }
        return """
            <p class="share-call">\(isScore ? texts.canYouBeatIt : texts.canYouEarnIt)</p>
            <div class="actions">\(raceButton)\(playButton(isRaceable ? "" : "button-primary"))\(watchButton)
            <a class="button" href="\(gameAddress)">\(isScore ? texts.leaderboard : texts.achievements)</a></div>
            """
    }

    /// A script puts the reader's own answer in its place, once it knows who reads and has the code.
    private var answers: HTML {
        let date = texts.until(page.share.challenge.map { texts.date($0.expires) } ?? "")
        return """
            <div id="challenge" data-id="\(page.share.id.text)" data-player="\(page.alias)" data-game="\(game)">
            <div class="actions"><a class="button button-primary" id="join" \
            href="/sign-in/?return=/challenge/\(page.share.id.text)">\(texts.join)</a>
            \(playButton(""))</div>
            <p class="share-note">\(texts.joinNote)</p></div>
            \(watchLink)
            <p class="share-note">\(date)</p>
            <script type="module" src="/shared/challenge.js"></script>
            """
    }
}

// MARK: The frame of all such pages

extension SharedPageDrawing {
    /// A page that says one thing, and leads home.
    static func notice(_ title: String, _ text: String, _ texts: SharedPageTexts) -> HTML {
        frame(
            title, texts, head: .empty,
            main: """
                <div class="state"><span class="mark wreath" aria-hidden="true"></span>
                <h1>\(title)</h1><p>\(text)</p>
                <div class="actions"><a class="button button-primary" href="/">\(texts.home)</a></div></div>
                """)
    }

    static func frame(_ title: String, _ texts: SharedPageTexts, head: HTML, main: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(texts.rawValue)" prefix="og: https://ogp.me/ns#">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(title) · Laurel</title>
        \(head)
        <meta name="robots" content="noindex">
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffefb">
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#181e17">
        <link rel="icon" href="/mark/favicon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/style/tokens.css">
        <link rel="stylesheet" href="/style/base.css">
        <link rel="stylesheet" href="/style/frame.css">
        <link rel="stylesheet" href="/style/components.css">
        <link rel="stylesheet" href="/style/forms.css">
        <link rel="stylesheet" href="/style/boards.css">
        <link rel="stylesheet" href="/style/social.css">
        <link rel="stylesheet" href="/style/pages.css">
        <link rel="stylesheet" href="/style/share.css">
        <script type="module" src="/elements/chrome.js"></script>
        <link rel="modulepreload" href="/lib/api.js">
        <link rel="modulepreload" href="/lib/banner.js">
        <link rel="modulepreload" href="/lib/dom.js">
        <link rel="modulepreload" href="/lib/events.js">
        <link rel="modulepreload" href="/lib/i18n.js">
        <link rel="modulepreload" href="/lib/session.js">
        <link rel="modulepreload" href="/elements/navigation.js">
        <link rel="modulepreload" href="/elements/photo.js">
        <link rel="modulepreload" href="/sdk/laurel.js">
        <link rel="modulepreload" href="/lib/event-hub.js">
        <link rel="modulepreload" href="/elements/icons.js">
        </head>
        <body>
        <a class="skip" href="#main">\(texts.skip)</a>
        <laurel-header>
        <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Laurel</a>
        </laurel-header>
        <main id="main" class="share-page" tabindex="-1">
        \(main)
        </main>
        <laurel-footer></laurel-footer>
        </body>
        </html>

        """
    }
}
