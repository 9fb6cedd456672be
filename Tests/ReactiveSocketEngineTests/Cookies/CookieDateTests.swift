import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// The dates of cookies are read leniently (EN38).
@Suite struct CookieDateTests {
    private func seconds(_ text: String) -> Int? { CookieDate.seconds(in: Array(text.utf8)[...]) }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "6 nov 1994 8:49:37", "Sun, 06-Nov-1994 08:49:37 GMT", "06Nov 6 NOVEMBER 94 08:49:37 UTC+2",
        "08:49:37 6 Nov 94", "1994x 08:49:37 Nov 6", "Nov 6 1994 08:49:37.123", "6;Nov,1994/08:49:37",
        "\t6 Novxyz 1994  08:49:37foo", "Sun, 06 Nov 1994 08:49:37 GMT 2020 7 Dec 10:10:10",
    ])
    func allCommonFormsOfCookieDatesAreRead(text: String) {  // EN38
        #expect(seconds(text) == 784_111_777, "\(text)")
    }

    @Test(arguments: [
        "", "garbage", "06 Nov 1994", "08:49:37", "06 Nov 08:49:37", "Nov 1994 08:49:37", "06 1994 08:49:37",
        "00 Nov 1994 08:49:37", "32 Nov 1994 08:49:37", "31 Nov 1994 08:49:37", "30 Feb 1996 08:49:37",
        "29 Feb 1900 08:49:37", "29 Feb 1995 08:49:37", "06 Nov 1600 08:49:37", "06 Nov 1994 24:00:00",
        "06 Nov 1994 08:60:37", "06 Nov 1994 08:49:60", "06 Nov 1994 008:49:37", "06 Nov 1994 08:49:371",
        "06 Nov 1994 08:49", "006 Nov 199 08:49:37 x", "06 Nov 19945 08:49:37", "06 Xov 1994 08:49:37",
        "06 Nov 1994 8x:49:37", "06 Nov 1994 :49:37",
    ])
    func malformedCookieDatesAreRejected(text: String) {  // EN38
        #expect(seconds(text) == nil, "\(text)")
    }

    @Test(arguments: [
        ("Mon, 10-Dec-2007 17:02:24 GMT", 1_197_306_144), ("Wed, 09 Dec 2009 16:27:23 GMT", 1_260_376_043),
        ("Thursday, 01-Jan-1970 00:00:00 GMT", 0), ("Mon Dec 24 16:32:39 1977 GMT", 251_829_159),
        ("Tue, 18 Oct 2011 07:42:42.123 GMT", 1_318_923_762), ("18 Oct 2011 07:42:42 GMT", 1_318_923_762),
        ("8 Oct 2011 7:2:42 GMT", 1_318_057_362), ("Oct 18 2011 07:42:42 GMT", 1_318_923_762),
        ("Tue Oct 18 2011 07:05:03 GMT+0000 (GMT)", 1_318_921_503), ("09 Jun 2021 10:18:14 GMT", 1_623_233_894),
        ("Tue 18 October 2011 07:05:03 GMT", 1_318_921_503), ("2011 Oct 18 07:05:03", 1_318_921_503),
        ("07:05:03 Oct 18 11", 1_318_921_503), ("18/Oct/2011 07:05:03", 1_318_921_503),
        ("Tue,18-Oct-2011,07:05:03", 1_318_921_503), ("18 Oct 2011 07:05:03 +0500", 1_318_921_503),
        ("Tue, 18 Oct 2011 07:05:03 PDT", 1_318_921_503), ("(Tue) 18 Oct 2011 [07:05:03]", 1_318_921_503),
    ])
    func cookieDatesThatServersSendAreRead(text: String, expected: Int) {  // EN38
        #expect(seconds(text) == expected, "\(text)")
    }

    @Test(arguments: [
        "Tue, 18.10.2011 07:05:03", "2011-10-18T07:05:03Z", "1318921503", "18 Okt 2011 07:05:03", "18 Oct 2011 7.05.03",
        "0 Oct 2011 07:05:03", "18 Oct 20111 07:05:03",
    ])
    func cookieDatesInUnsupportedFormsAreRejected(text: String) {  // EN38
        #expect(seconds(text) == nil, "\(text)")
    }

    @Test func twoDigitsMeanAYearFrom1970To2069() {  // EN38
        #expect(seconds("1 Jan 70 00:00:00") == 0)
        #expect(seconds("1 Jan 99 00:00:00") == 915_148_800)
        #expect(seconds("1 Jan 00 00:00:00") == 946_684_800)
        #expect(seconds("1 Jan 69 00:00:00") == 3_124_224_000)
        #expect(seconds("29 Feb 2000 00:00:00") == 951_782_400)
        #expect(seconds("1 Jan 1601 00:00:00") == -11_644_473_600)
        #expect(seconds("31 Dec 9999 23:59:59") == 253_402_300_799)
    }

    /// Compares with Foundation's calendar.
    @Test func everyDayOfFourCenturiesHasItsNumber() throws {  // EN38
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for day in stride(from: -100_000, to: 46_097, by: 17) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let (year, month, number) = try (#require(parts.year), #require(parts.month), #require(parts.day))
            guard year >= 1_601 else { continue }
            #expect(seconds("\(number) \(months[month - 1]) \(year) 00:00:00") == day * 86_400)
        }
    }
}
