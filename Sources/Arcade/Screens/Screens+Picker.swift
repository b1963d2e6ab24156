extension Screens {
    /// The friend picker (rule 6.7): friends with a score by rank, those worse ticked; then those without, marked.
    func picker(_ list: inout PanelList) {
        list.begin(.picker, flags: isSending ? .isBusy : [])
        list.begin(.bar)
        list.button(Text(.cancel), .back, .quiet)
        list.heading(Text(.pickFriends))
        list.button(
            Text(isSending ? .sendingChallenge : .send), .sendChallenge, .primary, flags: isSending ? .isBusy : [])
        list.end()
        list.append(Panel.Item(.score, text: said(ending.score, on: ending.board)))
        told(&list)
        switch friendsLoad {
        case .loading: list.text(Text(.loading), .soft)
        case .failed:
            list.text(Text(.failed, slot: Slot(.problem, .message)), .bad)
            list.button(Text(.retry), .retry, .plain, flags: .isDefault)
        case .ready where friends.isEmpty: list.text(Text(.noFriends), .soft)
        case .ready: choices(&list)
        }
        list.end()
    }

    private func choices(_ list: inout PanelList) {
        list.append(
            Panel.Item(
                .field, flags: isMessageInvalid ? [.isInvalid, .isDefault] : .isDefault, action: .message,
                text: Text(.message, a: Self.messageLimit, b: Phrase.messageDefault.rawValue),
                value: said(ending.score, on: ending.board)))
        if isMessageInvalid, !isMessageWritten { list.text(Text(.messageMissing), .bad) }
        list.append(Panel.Item(.field, action: .search, text: Text(.search, a: 100)))
        list.begin(.row)
        list.text(Text(.chosen, a: chosenCount), .soft)
        list.button(Text(.selectAll), .selectAll, .quiet)
        list.button(Text(.selectNone), .selectNone, .quiet)
        list.end()
        list.begin(.list)
        var isAnyFound = false
        for index in order where friends[index].isFound {
            isAnyFound = true
            row(of: index, &list)
        }
        list.end()
        if !isAnyFound { list.text(Text(.nobodyFound), .soft) }
    }

    private func row(of index: Int, _ list: inout PanelList) {
        let friend = friends[index]
        var flags: Panel.Flags = .hasPhoto
        if friend.isChosen || friend.isChallenged { flags.insert(.isSelected) }
        if friend.isChallenged { flags.insert(.isOff) }
        let mark: Text =
            friend.isChallenged
            ? Text(.challengedAlready)
            : friend.row.rank > 0 ? score(friend.row.score, on: ending.board) : Text(.noScore)
        list.append(
            Panel.Item(
                .row, flags: flags, action: .toggleFriend, index: Int32(truncatingIfNeeded: index),
                text: Text(number: 0, a: max(friend.row.rank, 0), slot: Slot(.friends, .name, index)), value: mark))
    }
}
