// The table that AddressTests compares with: references, their bases, what WHATWG's parser in Node.js makes of them, and
// what the library makes of them by its own decisions (0060 of ReactiveNetworking). Write it anew with
//
//     node Tests/Addresses/generate.mjs > Tests/Addresses/addresses.json
//
// With a number, it prints so many random references instead.

const home = "http://h.test/v1/items?page=1#top";
const bases = [home, "https://H.test:8443/a%20b/%C3%A9/", "http://h.test"];

const references = [
    // Escapes that are there, beside what must be escaped.
    "/a b%20c", "/é%20c", "/{id}%20c", "/%7Bid%7D%20c", "/a%2Fb c", "/%C3%A9é", "/%c3%a9 é", "/100%/a b", "/a%20b?x=a%20b c",
    "/a?q=é%20ü", "/a?q=%C3%A9 b#c%20d e", "items?page[number]=2&filter[name]=a%20b", "?page[number]=2&filter[name]=a b%20c",
    "https://h.test/items?page[number]=2&filter[name]=a%20b", "/a%20b", "/a%20b?c%20d#e%20f",
    // Each printable character, in each part.
    ..." !\"$%&'()*+,-.:;<=>@[\\]^_`{|}~".split("").flatMap((c) => [`/x${c}y`, `x${c}y`, `?x${c}y`, `#x${c}y`, `/%20${c}`]),
    // Lone percent signs.
    "%", "/%", "/%%", "/%2", "/%zz", "/%2g%20", "/%%20", "/%25", "/%2525", "?%", "?a=100%&b=%41", "?%%41", "#%", "/a%é",
    // Other characters than ASCII.
    "/日本", "/日本/%E6%97%A5", "?q=日本", "#日本", "/😃?😃#😃", "/e\u0301", "/\u00a0", "/\ufeff", "/a\u2028b", "?ü=ß&x=%C3%9F",
    // Controls, blanks.
    "/a\tb", "/a\nb", "/a\r\nb", "\t/a", "/a\n", " /a ", "\u0000/a\u001f", "/a\u0000b", "/a\u007fb", "?a\tb c", "#a\nb c",
    "ht\ntp://o.test/", "/a  b ", "   ", "\n",
    // Backslashes.
    "\\a", "\\\\o.test\\x", "/\\o.test/x", "\\/o.test", "a\\b\\..\\c", "http:\\\\o.test\\x", "http:\\x", "/a\\..\\b", "?a\\b",
    "#a\\b", "http://o.test\\@evil.test/",
    // Dot segments.
    ".", "./", "..", "../", "../..", "../../..", "../x", "./x", "/.", "/..", "/../x", "/a/./b", "/a/../b", "/a/b/..", "/a/b/.",
    "/a/%2e/b", "/a/%2E%2e/b", "/a/.%2e", "/a/%2e.", "/a/%2e%2e/", "/a/...", "/a/.b", "/a/b..", "/a//../b", "/a/..//b",
    "/a/%252e%252e/b", "x/../../y", "/%2e%2e%2e", "..?x", ".#y", "http://o.test/../x", "http://o.test/a/%2e%2e",
    // Empty parts.
    "", "?", "#", "?#", "/", "/?", "/#", "//o.test", "//o.test/", "//o.test?x", "//o.test#y", "//o.test:80", "///o.test/x",
    "////o.test", "/a//b", "a//b", "//", "///", "/a?", "/a#", "/a?#", "a?b?c", "a#b#c", "?a#b?c", "&", "=", ";x", ":", "x:y/z",
    // Schemes.
    "http:", "http:/", "http://", "http:x", "http:/x", "http:?x", "http:#x", "http:../x", "https:x", "https:/x", "https:///o.test",
    "HTTP://O.TEST/X", "hTTps://o.test", "1http://o.test", "http//o.test", "http :x", "+http:x", "://o.test", "ws://o.test:80/é%20",
    "wss://o.test:443", "ftp://o.test:21/x", "ws:x",
    // Users.
    "http://u@o.test/", "http://u:p@o.test/", "http://u:@o.test", "http://:p@o.test", "http://@o.test", "http://:@o.test",
    "http://a@b@o.test", "http://u:p:q@o.test", "http://é%20;=:p/@o.test", "http://é%20;=:{p}@o.test", "http://u@", "//u:p@o.test",
    // Hosts.
    "http://O.Test.", "http://a_b.test", "http://a~b.test", "http://%6F.test", "http://o%2Etest", "http://o%2Ftest", "http://o%00.test",
    "http://o test", "http://o^test", "http://o|test", "http://<o>", "http://o\ttest", "http://bücher.test", "http://BÜCHER.test",
    "http://b%C3%BCcher.test", "http://faß.test", "http://日本語.test", "http://o。test", "http://ｏ.test", "http://o／test",
    "http://o＠test", "http://o：80", "http://xn--bcher-kva.test", "http://a..b", "http://.o", "http://o;x", "http://o,x",
    "http://-o", "http://*.o", "http://[", "http://]", "http://[]", "http://o]",
    // Addresses.
    "http://127.0.0.1", "http://127.0.0.1.", "http://127.1", "http://127.0.1", "http://2130706433", "http://0x7f000001", "http://0X7F.1",
    "http://0177.0.0.1", "http://127.0.0.0x1", "http://256.0.0.1", "http://1.2.3", "http://1.2.3.4.5", "http://1.2.3.08", "http://1..2",
    "http://0", "http://0x", "http://4294967295", "http://4294967296", "http://99999999999", "http://0xffffffffffffffffffff",
    "http://1.2.3.4o", "http://o.1", "http://1.2.3.4:80/x", "http://１２７.1", "http://%31.2.3.4",
    "http://[::1]", "http://[::1]:80/", "http://[::1]:81/", "http://[2001:DB8::FF]", "http://[::ffff:1.2.3.4]", "http://[1:0:0:2:0:0:0:3]",
    "http://[1:2:3:4:5:6:7:8]", "http://[0:0:0:0:0:0:0:0]", "http://[1:2:3:4:5:6:7::]", "http://[1:0:2:0:3:0:4:0]", "http://[:::1]",
    "http://[1.2.3.4]", "http://[::1%25eth0]", "http://[::1%eth0]", "http://[::1", "http://[::1]x", "http://[12345::]", "http://[g::]",
    // Ports.
    "http://o.test:", "http://o.test:/x", "http://o.test:0080", "http://o.test:443", "https://o.test:443", "https://o.test:80",
    "http://o.test:65535", "http://o.test:65536", "http://o.test:0", "http://o.test:-1", "http://o.test:8a", "http://o.test:80:80",
    "http://o.test: 80", "http://:80", "http://o.test:99999999999999999999", "//o.test:8080/x",
];

function moreEscapes(text) {
    return text
        .replace(/%(?![0-9a-fA-F]{2})/g, "%25")
        .replace(/[[\]\\^`{|}]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

/** The library's decisions: more escapes, so that the text is a URL by RFC 3986; names of DNS; no port 0. */
function decided(url) {
    const labels = url.hostname.replace(/\.$/, "").split(".");
    const isName = labels.every((label) => /^[a-z0-9_~-]{1,63}$/.test(label));
    if (url.port === "0" || (!isName && !url.hostname.startsWith("["))) return null;
    const [, place, rest, fragment] = /^([a-z]+:\/\/[^/]*)([^#]*)(#.*)?$/s.exec(url.href);
    const end = fragment === undefined ? "" : "#" + moreEscapes(fragment.slice(1)).replaceAll("#", "%23");
    return place.replace(/%(?![0-9a-fA-F]{2})/g, "%25") + moreEscapes(rest) + end;
}

function row(reference, base) {
    const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
    return { reference, base, whatwg: url?.href ?? null, url: url && decided(url) };
}

function random(count) {
    const pieces = [...references, ..."/\\ \t%[]{}|^`'\"<>:@;=&?#.é日".split(""), "%20", "%2e", "..", "//"];
    const pick = (list) => list[Math.floor(Math.random() * list.length)];
    return Array.from({ length: count }, () => {
        const text = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => pick(pieces)).join("");
        return row(text, pick(bases));
    });
}

const count = Number(process.argv[2] ?? 0);
const rows = count > 0 ? random(count) : references.flatMap((reference) =>
    (/^[a-zA-Z]+:\/\/./.test(reference) ? [home] : bases).map((base) => row(reference, base)));
const special = /^(https?|wss?|ftp):/;
const lines = rows.filter((r) => r.whatwg === null || special.test(r.whatwg)).map((r) => JSON.stringify(r));
console.log("[\n" + lines.join(",\n") + "\n]");
