public import LaurelDomain

/// The reference's pictures, and which languages everything speaks that can have one.
struct InMemoryImages: Sendable {
    struct Subject: Hashable {
        let app: AppNumber
        let kind: ImageKind
        let id: String
    }

    struct Key: Hashable {
        let app: AppNumber
        let slot: ImageSlot
    }

    private var languages: [Subject: Set<LanguageTag>] = [:]
    private(set) var rows: [Key: ImageRecord] = [:]
    private(set) var blobs = InMemoryBlobs()

    /// Notes what something speaks from now on, and lets go of the pictures in other languages; none: it is gone.
    mutating func note(_ app: AppNumber, _ kind: ImageKind, _ id: String, speaks spoken: [LanguageTag]) {
        languages[Subject(app: app, kind: kind, id: id)] = spoken.isEmpty ? nil : Set(spoken)
        for key in rows.keys where key.app == app && key.slot.kind == kind && key.slot.subject == id {
            guard let language = key.slot.language, !spoken.contains(language) else { continue }
            _ = remove(key)
        }
    }

    /// - Returns: false when there is nothing that it could belong to. Apps are the caller's to check.
    mutating func put(_ image: NewImage) -> Bool {
        let (app, slot) = (image.app, image.slot)
        if let language = slot.language {
            let subject = Subject(app: app, kind: slot.kind, id: slot.subject)
            guard languages[subject]?.contains(language) ?? false else { return false }
        }
        blobs.retain(image.normal)
        if let small = image.small { blobs.retain(small) }
        _ = remove(Key(app: app, slot: slot))
        rows[Key(app: app, slot: slot)] = image.record
        return true
    }

    mutating func remove(_ key: Key) -> Bool {
        guard let old = rows.removeValue(forKey: key) else { return false }
        blobs.release(old.normal)
        if let small = old.small { blobs.release(small) }
        return true
    }
}

extension InMemoryDirectory {
    public func images() async throws(StoreError) -> [ImageRecord] { play.read { Array($0.images.rows.values) } }

    public func putImage(_ image: NewImage, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        guard storedApps.contains(where: { $0.number == image.app }) else { return false }
        guard play.images({ $0.put(image) }) else { return false }
        if let entry { audit.append(entry) }
        return true
    }

    public func removeImage(
        at slot: ImageSlot, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        guard play.images({ $0.remove(.init(app: app, slot: slot)) }) else { return false }
        if let entry { audit.append(entry) }
        return true
    }
}
