/// A module of a customer with the name of our executable.
public enum Lesson {
    public static let title = "One request with each client"
}
