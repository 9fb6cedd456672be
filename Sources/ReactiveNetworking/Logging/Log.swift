/// A namespace for the log that operations write; see ``Network/log(to:level:showing:)``.
public enum Log {}
