import LaurelClient

extension Laurel {
    func photo(of player: GKPlayer, _ size: GKPlayer.PhotoSize) async throws(GKError) -> UIImage {
        guard player.guestIdentifier == nil, let record = player.record else {
            throw GKError(.playerPhotoFailure, detail: "Guests have no photo.")
        }
        // Entries name players without photos.
        var photo = record.photo
        if photo == nil, record.id != session?.player.id {
            photo = try await loadPlayers([record.id]).first?.record?.photo
        }
        guard let photo else { throw GKError(.playerPhotoFailure, detail: "The player has no photo or hides it.") }
        let path = size == .small ? photo.small : photo.normal
        guard let image = UIImage(data: try await picture(path)) else {
            throw GKError(.playerPhotoFailure, detail: "The server didn't send a valid image.")
        }
        return image
    }

    /// A picture by the path that names its bytes: from the device where it was loaded once.
    func picture(_ path: String) async throws(GKError) -> Data {
        let pictures = PictureFolder(device)
        if let name = PictureFolder.name(path), let known = await read(pictures, name) { return known }
        let game = try configuration.game.get()
        let bytes: [UInt8]
        do throws(ClientError) {
            bytes = try await client(game, token: session?.token).picture(path: path)
        } catch {
            throw GKError(error)
        }
        if let name = PictureFolder.name(path) { await keep(bytes, pictures, name) }
        return Data(bytes)
    }

    private func read(_ pictures: PictureFolder, _ name: String) async -> Data? {
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try pictures.read(name) }.map { Data($0) }
        } catch {
            world.log("\(error)")
            return nil
        }
    }

    private func keep(_ bytes: [UInt8], _ pictures: PictureFolder, _ name: String) async {
        do throws(DeviceError) {
            try await disk.run { () throws(DeviceError) in try pictures.write(bytes, name) }
        } catch {
            world.log("\(error)")
        }
    }
}
