/// An error of this package whose text has no secret, so that texts of other errors may quote it.
package protocol RedactedError: Error {}
