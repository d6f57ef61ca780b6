import Testing

/// All that start an engine and a gateway, one after the other: a child that starts while another
/// one starts would keep its pipes open.
@Suite(.serialized) struct RunningTests {}
