/// The error of the tests. Its cases distinguish failures that come from different sources.
enum TestError: Error, Hashable { case a, b, c }
