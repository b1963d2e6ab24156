public import LaurelDomain
public import LaurelStorage

// MARK: Addresses and links

extension SQLDirectory {
    public func mailAddress(of player: PlayerNumber) async throws(StoreError) -> MailAddressRecord? {
        try await read { connection throws(StoreError) in
            try MailAddressTable.record(of: player, on: connection)
        }
    }

    public func setMailAddress(
        _ address: MailAddress, _ language: MailLanguage, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> MailAddressChange {
        try await write { connection throws(StoreError) in
            guard try connection.has("SELECT 1 FROM credentials WHERE player = \(player)") else { return .noAccount }
            let old = try MailAddressTable.record(of: player, on: connection)
            let isConfirmed = old?.confirmed == address
            if !isConfirmed {
                let isQueued = try MailTable.insert(
                    .confirmation, "", to: address, language, of: player, at: now, on: connection)
                guard isQueued else { return .tooMany }
            }
            try MailLinkTable.removeAll(of: player, .confirmation, on: connection)
            let record = MailAddressRecord(
                confirmed: old?.confirmed, pending: isConfirmed ? nil : address, language: language)
            try MailAddressTable.put(record, of: player, at: now, on: connection)
            return isConfirmed ? .confirmed : .asked
        }
    }

    public func removeMailAddress(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard let record = try MailAddressTable.record(of: player, on: connection) else { return false }
            if record.confirmed != nil {
                try AccountChangeTable.tell(.mailAddress, to: player, at: now, on: connection)
            }
            try MailLinkTable.removeAll(of: player, on: connection)
            try MailAddressTable.remove(of: player, on: connection)
            return true
        }
    }

    public func confirmMailAddress(
        _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> MailConfirmation {
        try await write { connection throws(StoreError) in
            guard let link = try MailLinkTable.link(digest, .confirmation, at: now, on: connection),
                var record = try MailAddressTable.record(of: link.player, on: connection)
            else { return .unknownLink }
            let others = try MailAddressTable.players(link.address, on: connection).filter { $0 != link.player }
            guard others.count < MailLimits.playersPerAddress else { return .taken }
            // The old address, if there was one.
            try AccountChangeTable.tell(.mailAddress, to: link.player, at: now, on: connection)
            try MailLinkTable.removeAll(of: link.player, on: connection)
            record.confirmed = link.address
            record.pending = nil
            try MailAddressTable.put(record, of: link.player, at: now, on: connection)
            return .confirmed(link.player)
        }
    }

    public func askForReset(_ address: MailAddress, at now: Timestamp) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            var count = 0
            for player in try MailAddressTable.players(address, on: connection) {
                guard let record = try MailAddressTable.record(of: player, on: connection),
                    let confirmed = record.confirmed
                else { continue }
                let isQueued = try MailTable.insert(
                    .reset, "", to: confirmed, record.language, of: player, at: now, on: connection)
                if isQueued { count += 1 }
            }
            return count
        }
    }

    public func player(
        resetLink link: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        try await read { connection throws(StoreError) in
            try MailLinkTable.link(link, .reset, at: now, on: connection)?.player
        }
    }

    public func resetPassword(
        byLink digest: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        try await write { connection throws(StoreError) in
            guard let link = try MailLinkTable.link(digest, .reset, at: now, on: connection) else { return nil }
            try PlayerTable.setPasswordHash(passwordHash, of: link.player, on: connection)
            try SessionTable.deleteAll(of: link.player, on: connection)
            try AccountChangeTable.tell(.mailReset, to: link.player, at: now, on: connection)
            return link.player
        }
    }
}

// MARK: The queue

extension SQLDirectory {
    public func takeMails(due now: Timestamp, limit: Int, total: Int) async throws(StoreError) -> [Mail] {
        try await write { connection throws(StoreError) in
            try MailTable.take(due: now, limit: limit, total: total, on: connection)
        }
    }

    public func addMailLink(_ link: SecretDigest, to mail: MailID) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try MailLinkTable.insert(link, to: mail, on: connection)
        }
    }

    public func finishMail(_ id: MailID, at now: Timestamp) async throws(StoreError) {
        try await write { connection throws(StoreError) in try MailTable.finish(id, at: now, on: connection) }
    }

    public func postponeMail(_ id: MailID, to moment: Timestamp, attempts: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try MailTable.postpone(id, to: moment, attempts: attempts, on: connection)
        }
    }

    public func recoverMails() async throws(StoreError) {
        try await write { connection throws(StoreError) in try MailTable.recover(on: connection) }
    }

    public func nextMail() async throws(StoreError) -> Timestamp? {
        try await read { connection throws(StoreError) in try MailTable.next(on: connection) }
    }

    public func tidyMail(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try MailTable.tidy(at: now, limit: limit, on: connection)
            try MailLinkTable.tidy(at: now, limit: limit, on: connection)
            try MailAddressTable.tidy(at: now, limit: limit, on: connection)
        }
    }
}
