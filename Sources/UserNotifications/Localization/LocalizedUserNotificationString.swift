public import Foundation
import NotificationTypes

extension NSString {
  /// The text of `key` in `Localizable.strings`, with `arguments` for its placeholders.
  ///
  /// The text is in the user's current language. A content that contains it is translated again
  /// when it is delivered.
  public class func localizedUserNotificationString(
    forKey key: String, arguments: [Any]?
  ) -> String {
    let localized = LocalizedText(key: key, arguments: (arguments ?? []).map(argument))
    let text = LocalizedBundle.current.strings.textOrKey(localized)
    RecentTexts.shared.remember(text, as: localized)
    return text
  }

  private class func argument(_ value: Any) -> LocalizedText.Argument {
    switch value {
    case let text as String:
      return RecentTexts.shared.localization(of: text).map { .localized($0) } ?? .text(text)
    case let value as any BinaryInteger: return .integer(Int64(clamping: value))
    case let value as any BinaryFloatingPoint: return .number(Double(value))
    default: return .text("\(value)")
    }
  }
}
