// What else a program asks the desktop for: whether the screen is locked, and to start an app.
@_exported public import DesktopBus
