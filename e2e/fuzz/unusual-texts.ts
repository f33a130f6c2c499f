import type { Rng } from "@/lib/platform/seeded-random";

/**
 * Texts that no form sends: empty, other scripts, texts with a special meaning elsewhere, and excessively long ones.
 */
export const ODD_TEXTS: readonly string[] = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\n",
    "\r\nSet-Cookie: stolen=1",
    "\t",
    "\u001b[31m",
    "\ufeff",
    "\u202e",
    "\u2028",
  ],
  ...["null", "undefined", "NaN", "Infinity", "true", "false", "[object Object]", "{}", "[]", "[[]]", "{"],
  ...[
    "0",
    "-0",
    "-1",
    "1",
    "1.5",
    "1e309",
    "1e-400",
    "0x10",
    "9007199254740993",
    "99999999999999999999",
    "٣",
  ],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"],
  ...[
    "..",
    ".",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "..\\..\\",
    "%2e%2e%2f",
    "%00",
    "%",
    "%zz",
  ],
  ...[
    "%c0%ae%c0%ae%c0%af",
    "%u0000",
    "%ed%a0%80",
    "/",
    "//",
    "//evil.example",
    "\\\\evil.example",
    ";",
    "?",
    "#",
  ],
  ...[
    "https://evil.example/",
    "http://169.254.169.254/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///",
  ],
  ...[
    "' or 1=1 --",
    "'; drop table users; --",
    '"',
    "$1",
    "\\",
    "%' escape '",
    "*",
    "_",
    "(((",
    "[",
    "(?:a+)+$",
  ],
  ...[
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "$" + "{7*7}",
    "=1+1",
    "@SUM(1)",
  ],
  ...[
    "日本語のコンテナ",
    "контейнер",
    "حاوية",
    "📦🚢",
    "e\u0301\u0301\u0301",
    "ﷺ",
    "I\u0307",
    "ß",
    "\u{10ffff}",
  ],
  ...["Ana \u202e0142 555", "\u2066(\u2069 \u200f", "aMeRiCa/nEw_YoRk"],
  ...["\ud800", "x\udfffx", "\udc00\ud800", "\uffff"],
  ...[
    "2026-13-45",
    "0000-00-00",
    "9999-12-31",
    "9999-12-31T23:59",
    "0000-01-01T00:00",
    "275760-09-14",
    "+275760-09-13T00:00:00.001Z",
    "2026-11-22T25:61",
  ],
  ...[
    "2026-02-30T00:00:00Z",
    "-271821-04-19",
    "1970-01-01T00:00:00Z",
    "America/Nowhere",
    "UTC+99",
    "en_US",
    "x-",
  ],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-4000-8000-00000000000g",
    "MSCU0000000",
    "a,b,,c",
    ",",
  ],
];

/** A random unusual text, sometimes a long one. */
export function oddText(rng: Rng): string {
  if (rng.hit(0.04))
    return rng.pick(["a", "é", "📦", "%", "0", "[", "(", "\\"]).repeat(rng.whole(200, 6_000));
  if (rng.hit(0.1)) return `${rng.pick(ODD_TEXTS)}${rng.pick(ODD_TEXTS)}`;
  return rng.pick(ODD_TEXTS);
}

/** Percent-encodes the bytes of a text for a URL. Lone surrogates get UTF-8's replacement. */
export const encoded = (text: string): string =>
  [...Buffer.from(text, "utf8")]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.~-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");

/** Text in a URL with minimal encoding: only characters that a request line cannot contain are encoded. */
export const barelyEncoded = (text: string): string =>
  text.replace(/[^\x21-\x7e]|[?#]/gu, (letter) => encoded(letter));
