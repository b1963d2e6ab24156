import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// `/join/CODE` and its picture `/join/CODE.png`: who waits behind a code, and a way into the game (rule 14.10). The
/// server draws the page, so that those who run no scripts see it too.
struct PartyPages: Sendable {
    let parties: Parties
    let accounts: Accounts
    /// Nil: there are no pictures of codes.
    let codes: CodeDrawing?
    /// Of this server's pages.
    let origin: String
    let isReady: @Sendable () -> Bool
    /// Charges a page that anyone can open like one read.
    let spend: @Sendable (Request) throws(Problem) -> Void
    let counts: RequestCounts
    let answers: Answers

    private static let folder = "join"
    private static let pictureSuffix = ".png"

    /// - Returns: nil when the path is none of these pages.
    func answer(_ request: Request) -> Outcome? {
        let path = request.segments
        guard request.method == .get || request.method == .head, path.count == 2, path[0] == Self.folder,
            !path[1].isEmpty
        else { return nil }
        let isPicture = path[1].hasSuffix(Self.pictureSuffix)
        let code = PartyCode(typed: isPicture ? String(path[1].dropLast(Self.pictureSuffix.count)) : path[1])
        var languages = request.languages()
        if let wanted = request.query["language"] {
            do throws(InvalidIdentifier) { languages.insert(try LanguageTag(wanted), at: 0) } catch {}
        }
        let texts = SharedPageTexts(for: languages)
        do throws(Problem) { try spend(request) } catch {
            return finished(failure(error, texts, request, isPicture))
        }
        if isPicture { return finished(picture(code, texts, request)) }
        guard isReady() else {
            let starting = Problem(.unavailable, "The server is starting.", retryAfterSeconds: 1)
            return finished(failure(starting, texts, request, false))
        }
        return .later { [languages] in
            let response: Response
            do throws(Problem) { response = try await page(code, languages, texts, request) } catch {
                response = failure(error, texts, request, false)
            }
            counts.add(.page, response.status)
            return response
        }
    }

    private func finished(_ response: Response) -> Outcome {
        counts.add(.page, response.status)
        return .now(response)
    }

    private func page(
        _ code: PartyCode?, _ languages: [LanguageTag], _ texts: SharedPageTexts, _ request: Request
    ) async throws(Problem) -> Response {
        guard let code else { throw Problem(.unknownParty) }
        let found: [PartyDetails]
        do throws(PartyError) {
            found = try await ReadParty(parties).all(code, from: ClientAddress(request.peer))
        } catch {
            throw Problem(from: error)
        }
        let drawing = PartyPageDrawing(
            parties: found, code: code, texts: texts, languages: languages, origin: origin,
            hasPicture: codes != nil,
            name: { [accounts, now = accounts.clock.now()] in
                // Anybody may read the page: nobody is named who meets no strangers.
                accounts.profiles.isRestrictedWithLink($0, at: now) ? nil : accounts.names.displayName($0)
            })
        return answers.sharedPage(drawing.document(), texts)
    }

    /// Of any code, so that a picture says nothing of which ones live.
    private func picture(_ code: PartyCode?, _ texts: SharedPageTexts, _ request: Request) -> Response {
        guard let code, let bytes = codes?.png("\(origin)/\(Self.folder)/\(code.text)") else {
            return failure(Problem(.notFound), texts, request, true)
        }
        return Response(
            .ok,
            headers: [
                "Cache-Control": "public, max-age=86400", "Cross-Origin-Resource-Policy": "cross-origin",
                "Content-Security-Policy": Answers.imagePolicy, "X-Robots-Tag": "noindex",
                "Content-Type": "image/png",
            ], body: .bytes(bytes))
    }

    /// Programs get a problem; people get a page. It also tells the log of what only the log may know.
    private func failure(
        _ problem: Problem, _ texts: SharedPageTexts, _ request: Request, _ isPicture: Bool
    ) -> Response {
        let response = answers.problem(problem, request.id)
        guard !isPicture else { return response }
        let isGone = problem.kind.status == 404
        let page = SharedPageDrawing.notice(
            isGone ? texts.noParty : texts.busy, isGone ? texts.noPartyText : texts.busyText, texts)
        let retry = response.headers["Retry-After"]
        var drawn = answers.sharedPage(page, texts, status: response.status)
        if let retry { drawn.headers.append("Retry-After", retry) }
        return drawn
    }
}
