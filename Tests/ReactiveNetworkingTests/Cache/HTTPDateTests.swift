import Foundation
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

@Suite struct HTTPDateTests {
    private let now: Int64 = 1_893_456_000

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
        " Sun, 06 Nov 1994 08:49:37 GMT\t",
    ])
    func theThreeFormsAreDates(text: String) {  // H3
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
    func anythingElseIsNoDate(text: String) {  // H3
        #expect(HTTPDate.seconds(text, now: now) == nil)
    }

    @Test func yearsPast2038AndLeapYearsWork() {  // H3
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
