import CLaurelSDL
import Foundation
import GameCenterHelpers
import LaurelArcade

/// Asks whether a score may be public, makes its page, and passes the link on: to the clipboard, and to the player's
/// browser. Nothing is public before the player says so.
@MainActor final class ShareSheet {
    /// Makes the page and hands over its address, or why there is none.
    typealias Making = (@escaping @Sendable (URL?, (any Error)?) -> Void) -> Void

    private enum State: Equatable {
        case asking
        case making
        case made(URL, isOpen: Bool)
        case failed(String)
    }

    /// What the buttons mean, as the index of ``Action/share``.
    private enum Choice: Int32 { case make, copy, open }

    private let make: Making
    /// Something else is to be shown; `event` and its fields are for who listens to announcements.
    private let changed: (_ event: String, _ fields: [String: Any]) -> Void
    private var state = State.asking

    init(make: @escaping Making, changed: @escaping (String, [String: Any]) -> Void) {
        self.make = make
        self.changed = changed
    }

    /// - Returns: whether it was for the sheet.
    func chose(_ action: Action, _ index: Int32) -> Bool {
        guard action == .share, let choice = Choice(rawValue: index) else { return false }
        switch (choice, state) {
        case (.make, .asking), (.make, .failed): begin()
        case (.copy, .made(let url, _)): SDL_SetClipboardText(url.absoluteString)
        case (.open, .made(let url, _)): state = .made(url, isOpen: Browser.open(url))
        default: return true
        }
        changed("share", ["state": "\(choice)"])
        return true
    }

    private func begin() {
        state = .making
        make(
            onMain { [weak self] url, error in
                guard let self, state == .making else { return }
                guard let url else {
                    let why = Words.reason(error)
                    state = .failed(why.isEmpty ? Words.shareFailed : why)
                    return changed("share", ["state": "failed", "why": why])
                }
                let isCopied = SDL_SetClipboardText(url.absoluteString) == 0
                let isOpen = Browser.open(url)
                state = .made(url, isOpen: isOpen)
                changed("share", ["state": "made", "url": url.absoluteString, "isCopied": isCopied, "isOpen": isOpen])
            })
    }

    // MARK: What is shown

    var nodes: [PanelNode] {
        var card = PanelNode(item: Panel.Item(.begin, style: Panel.Group.question.rawValue))
        card.children = [PanelNode(item: Panel.Item(.heading, index: 2), text: Words.shareTitle)]
        var buttons: [PanelNode] = []
        switch state {
        case .asking, .failed:
            card.children.append(text(Words.shareQuestion))
            if case .failed(let why) = state { card.children.append(text(why, .bad)) }
            buttons = [button(Words.shareMake, .make, .primary, flags: .isDefault)]
        case .making:
            card.children.append(text(Words.shareQuestion))
            buttons = [button(Words.shareMaking, .make, .primary, flags: [.isDefault, .isBusy])]
        case .made(let url, let isOpen):
            card.children.append(text(isOpen ? Words.shareOpened : Words.shareCopied, .good))
            card.children.append(text(url.absoluteString))
            buttons = [
                button(Words.shareCopy, .copy, .plain, flags: .isDefault), button(Words.shareOpen, .open, .plain),
            ]
        }
        buttons.append(
            PanelNode(
                item: Panel.Item(.button, style: Panel.ButtonStyle.quiet.rawValue, action: .back), text: Words.close))
        card.children.append(
            PanelNode(item: Panel.Item(.begin, style: Panel.Group.row.rawValue), children: buttons))
        return [card]
    }

    private func text(_ words: String, _ tone: Panel.Tone = .plain) -> PanelNode {
        PanelNode(item: Panel.Item(.text, style: tone.rawValue), text: words)
    }

    private func button(
        _ words: String, _ choice: Choice, _ style: Panel.ButtonStyle, flags: Panel.Flags = []
    ) -> PanelNode {
        PanelNode(
            item: Panel.Item(
                .button, style: style.rawValue, flags: flags, action: .share, index: choice.rawValue), text: words)
    }
}
