/// Where requests wait, and what became of them stays.
///
/// Every call is one transaction: when it returns, what it did survives a crash of the process and
/// of the machine as far as the store promises; when it throws, nothing has happened. Calls may come
/// from any thread, and from other processes at the same time.
public protocol NotificationStore: RequestStore, ClaimStore, ClockStore, OutcomeStore, AppStore,
  ResponseStore, PresentationStore, UpkeepStore
{}
