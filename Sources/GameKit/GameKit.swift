// `import GameKit` brings Foundation along, as Apple's module does.
@_exported public import Foundation
