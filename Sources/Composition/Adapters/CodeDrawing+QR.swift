import LaurelImages
public import LaurelService

extension CodeDrawing {
    /// By libqrencode, in this process: it draws only what the server says.
    public static let qr = CodeDrawing { CodePicture.png($0) }
}
