import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// `/share/ID`, its picture `/share/ID.png`, and `/challenge/ID`: pages that the server draws, so that those who run no
/// scripts see them too.
struct SharedPageAddress: Hashable, Sendable {
    enum Kind: Sendable { case page, picture, challenge }

    let kind: Kind
    /// Nil: it cannot be one of ours.
    let id: ShareID?

    /// - Returns: nil for every other path.
    init?(_ path: [String]) {
        guard path.count == 2, !path[1].isEmpty else { return nil }
        switch path[0] {
        case "share" where path[1].hasSuffix(".png"):
            kind = .picture
            id = ShareID(String(path[1].dropLast(4)))
        case "share":
            kind = .page
            id = ShareID(path[1])
        case "challenge":
            kind = .challenge
            id = ShareID(path[1])
        default: return nil
        }
    }
}

/// Answers with the pages, and counts them.
struct SharedPages: Sendable {
    let sharing: Sharing
    let apps: Apps
    let accounts: Accounts
    /// What the pages show beside their share.
    let surroundings: SharedPageSurroundings
    /// Nil: there are no pictures.
    let drawing: ShareDrawing?
    let pictures: SharePictures
    let isReady: @Sendable () -> Bool
    /// Charges a page that anyone can open like one read.
    let spend: @Sendable (Request) throws(Problem) -> Void
    let counts: RequestCounts
    let answers: Answers

    /// - Returns: nil when the path is no shared page.
    func answer(_ request: Request) -> Outcome? {
        guard request.method == .get || request.method == .head, let address = SharedPageAddress(request.segments)
        else { return nil }
        var languages = request.languages()
        // Networks add parameters of their own to what is shared; only this one is ours.
        if let wanted = request.query["language"] {
            do throws(InvalidIdentifier) { languages.insert(try LanguageTag(wanted), at: 0) } catch {}
        }
        do throws(Problem) { try spend(request) } catch {
            return finished(failure(error, address, languages, request))
        }
        guard isReady() else {
            let starting = Problem(.unavailable, "The server is starting.", retryAfterSeconds: 1)
            return finished(failure(starting, address, languages, request))
        }
        return .later { [languages] in
            let response: Response
            do throws(Problem) {
                response = try await answer(address, languages, request)
            } catch {
                response = failure(error, address, languages, request)
            }
            counts.add(.page, response.status)
            return response
        }
    }

    private func finished(_ response: Response) -> Outcome {
        counts.add(.page, response.status)
        return .now(response)
    }

    private func answer(
        _ address: SharedPageAddress, _ languages: [LanguageTag], _ request: Request
    ) async throws(Problem) -> Response {
        guard let id = address.id else { throw Problem(.notFound) }
        let page: SharedPage
        var run: SharedRun?
        do throws(ShareError) {
            let read = ReadShare(sharing)
            page = try await read(id)
            if address.kind != .picture { run = try await read.run(behind: page) }
        } catch {
            throw Problem(from: error)
        }
        if case .challenge = address.kind, page.share.challenge == nil { throw Problem(.notFound) }
        let drawing = SharedPageDrawing(page, run, languages, surroundings)
        switch address.kind {
        case .page, .challenge: return answers.sharedPage(drawing.document(), drawing.texts)
        case .picture: return try await picture(drawing, request)
        }
    }

    // MARK: Pictures

    private func picture(_ drawing: SharedPageDrawing, _ request: Request) async throws(Problem) -> Response {
        guard let draw = self.drawing?.draw else { throw Problem(.notFound) }
        let photo: String?
        do throws(ShareError) { photo = try await ReadShare(sharing).photo(of: drawing.page) } catch {
            throw Problem(from: error)
        }
        let key = SharePictures.Key(card: drawing.card, art: drawing.art ?? drawing.ownCard, photo: photo)
        if let known = pictures.picture(key) { return answers.sharedPicture(known, request) }
        var card = drawing.card
        if let art = drawing.art {
            do throws(ImageError) { card.art = try await ReadImage(apps)(art) ?? [] } catch {
                throw Problem(from: error)
            }
        } else if let path = drawing.ownCard {
            card.art = surroundings.pages?.bytes(at: path) ?? []
        }
        var face: [UInt8] = []
        if let photo {
            do throws(PhotoError) { face = try await ReadPhoto(accounts)(photo) ?? [] } catch {
                throw Problem(from: error)
            }
        }
        switch await draw(card, face) {
        case .success(let bytes): return answers.sharedPicture(pictures.keep(bytes, key), request)
        case .failure(.busy):
            throw Problem(
                .unavailable, "Too many images are being drawn.", retryAfterSeconds: 2,
                cause: "the image helpers are busy")
        case .failure(.undecodable): throw .broken("the picture of a shared page could not be drawn")
        case .failure(.broken(let reason)): throw .broken(reason)
        }
    }

    // MARK: What is not there

    private func failure(
        _ problem: Problem, _ address: SharedPageAddress, _ languages: [LanguageTag], _ request: Request
    ) -> Response {
        // Programs get a problem; people get a page. It also tells the log of what only the log may know.
        var response = answers.problem(problem, request.id)
        guard address.kind != .picture else { return response }
        let texts = SharedPageTexts(for: languages)
        let isGone = problem.kind.status == 404
        let page = SharedPageDrawing.notice(
            isGone ? texts.gone : texts.busy, isGone ? texts.goneText : texts.busyText, texts)
        let retry = response.headers["Retry-After"]
        response = answers.sharedPage(page, texts, status: response.status)
        if let retry { response.headers.append("Retry-After", retry) }
        return response
    }
}

extension Answers {
    /// - Parameter status: all but 200 is kept by no cache.
    func sharedPage(_ page: HTML, _ texts: SharedPageTexts, status: Status = .ok) -> Response {
        var headers = self.page.with("Content-Type", "text/html; charset=utf-8")
        // Taken back is taken back: no cache has it for longer than this.
        headers.append("Cache-Control", status == .ok ? "public, no-cache" : "no-store")
        headers.append("Vary", "Accept-Language")
        headers.append("Content-Language", texts.rawValue)
        // Its address is known to those it was given to, and is not looked for.
        headers.append("X-Robots-Tag", "noindex")
        return Response(status, headers: headers, body: .bytes(Array(page.text.utf8)))
    }

    func sharedPicture(_ picture: SharePictures.Picture, _ request: Request) -> Response {
        let tag = "\"\(picture.tag)\""
        var headers: ResponseHeaders = [
            "Cache-Control": "public, max-age=300",
            // Other sites show it beside the link.
            "Cross-Origin-Resource-Policy": "cross-origin", "Content-Security-Policy": Self.imagePolicy,
            "X-Robots-Tag": "noindex", "Vary": "Accept-Language",
        ]
        headers.append("ETag", tag)
        guard !request.knows(tag) else { return Response(.notModified, headers: headers) }
        headers.append("Content-Type", "image/png")
        return Response(.ok, headers: headers, body: .bytes(picture.bytes))
    }
}
