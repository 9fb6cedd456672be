import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct HTTPDateTests {
    private let now: Int64 = 1_893_456_000

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
        " Sun, 06 Nov 1994 08:49:37 GMT\t",
    ])
    func allThreeFormsOfHTTPDatesAreRead(text: String) {  // H3
        #expect(HTTPDate.seconds(text, now: now) == 784_111_777)
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov  1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Abc 1994 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun, Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT",
        "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    ])
    func textInAnyOtherFormIsNoHTTPDate(text: String) {  // H3
        #expect(HTTPDate.seconds(text, now: now) == nil)
    }

    @Test(arguments: [
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sunday, 31-Nov-94 08:49:37 GMT", "Sun Nov 31 08:49:37 1994",
        "Sun, 30 Feb 1996 08:49:37 GMT", "Sunday, 30-Feb-96 08:49:37 GMT", "Sun Feb 30 08:49:37 1996",
        "Sun, 29 Feb 1995 08:49:37 GMT", "Sunday, 29-Feb-95 08:49:37 GMT", "Sun Feb 29 08:49:37 1995",
        "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Oct 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sunday, 06-Nov-94 24:00:00 GMT", "Sun Nov  6 24:00:00 1994",
        "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:00:61 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49: GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
    ])
    func aDayOrTimeThatDoesNotExistIsNoDate(text: String) {
        #expect(HTTP.date(text) == nil)
        #expect(HTTPDate.seconds(text, now: now) == nil)
    }

    @Test func aLeapSecondAndALeapDayAreDates() {  // RFC 9110 §5.6.7
        let before = Date(timeIntervalSince1970: 1_483_228_799)
        for text in [
            "Sat, 31 Dec 2016 23:59:60 GMT", "Saturday, 31-Dec-16 23:59:60 GMT", "Sat Dec 31 23:59:60 2016",
            "Sat, 31 Dec 2016 23:59:59 GMT", "sat, 31 dec 2016 23:59:59 gmt",
        ] {
            #expect(HTTP.date(text) == before, "\(text)")
            #expect(HTTPDate.seconds(text, now: now).map(Double.init) == before.timeIntervalSince1970, "\(text)")
        }
        let leap = Date(timeIntervalSince1970: 2_214_129_600)
        #expect(HTTP.date("Wed, 29 Feb 2040 12:00:00 GMT") == leap)
        #expect(HTTP.date("Wednesday, 29-Feb-40 12:00:00 GMT") == leap)
        #expect(HTTP.date("Wed Feb 29 12:00:00 2040") == leap)
        #expect(HTTP.date("Tue, 29 Feb 2000 00:00:00 GMT") == Date(timeIntervalSince1970: 951_782_400))
        // Lenient about the form, as `Retry-After` is read.
        #expect(HTTP.date("Sun, 6 Nov 1994 8:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test func datesPast2038AndInLeapYearsAreRead() {  // H3
        #expect(HTTPDate.seconds("Wed, 29 Feb 2040 12:00:00 GMT", now: now) == 2_214_129_600)
        #expect(HTTPDate.seconds("Fri, 31 Dec 9999 23:59:59 GMT", now: now) == 253_402_300_799)
        #expect(HTTPDate.seconds("Thu, 29 Feb 2029 12:00:00 GMT", now: now) == nil)
    }

    @Test func aDateWithAYearOfTwoDigitsIsAtMostFiftyYearsAhead() {  // H3
        #expect(HTTPDate.seconds("Monday, 01-Jan-80 00:00:01 GMT", now: now) == 315_532_801)
        #expect(HTTPDate.seconds("Tuesday, 31-Dec-80 00:00:00 GMT", now: now) == 347_068_800)
        #expect(HTTPDate.seconds("Thursday, 29-Feb-80 00:00:00 GMT", now: now + 59 * 86_400) == 3_476_390_400)
        let year = { (text: String) in HTTPDate.seconds("Sunday, 01-Jan-\(text) 00:00:00 GMT", now: now) }
        #expect(year("80") == HTTPDate.seconds("Mon, 01 Jan 2080 00:00:00 GMT", now: now))
        #expect(year("81") == HTTPDate.seconds("Mon, 01 Jan 1981 00:00:00 GMT", now: now))
    }

    @Test func aYearOfTwoDigitsMayBelongToTheNextCentury() {  // H3
        let now = HTTPDate.seconds("Thu, 01 Jan 2060 00:00:00 GMT", now: now) ?? 0
        let year = { (text: String) in HTTPDate.seconds("Sunday, 01-Jan-\(text) 00:00:00 GMT", now: now) }
        #expect(year("10") == HTTPDate.seconds("Wed, 01 Jan 2110 00:00:00 GMT", now: now))
        #expect(year("11") == HTTPDate.seconds("Sat, 01 Jan 2011 00:00:00 GMT", now: now))
        #expect(year("60") == now)
    }
}
