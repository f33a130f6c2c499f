import { describe, expect, it } from "vitest";
import { type Reach, webhookUrlProblem } from "./validate-target";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "example.com": ["203.0.113.7", "2606:4700::1111"],
  "inside.example.com": ["10.0.0.7"],
  "one-of-two.example.com": ["203.0.113.7", "127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  localhost: ["127.0.0.1"],
  "localhost.": ["127.0.0.1"],
};
const problem = (url: string, more: Partial<Reach> = {}) =>
  webhookUrlProblem(
    url,
    { privateAddresses: false, serviceIsHere: true, ...more },
    async (name) => NAMES[name] ?? [],
  );

it.each([
  "https://example.com/hook",
  "https://example.com:8443/a?b=c",
  "https://nobody-knows.example/hook",
  "https://203.0.113.7/",
  "https://[2606:4700::1111]/",
  "http://localhost:4000/hook",
  "http://127.0.0.1/hook",
  "http://[::1]:80/",
])("accepts %s", async (url) => {
  expect(await problem(url)).toBeNull();
});

it.each([
  ["", /Enter the delivery address/],
  ["example.com/hook", /Enter a full URL, such as/],
  ["//example.com/hook", /Enter a full URL, such as/],
  ["ftp://example.com/hook", /Enter a full URL, such as/],
  ["file:///etc/passwd", /Enter a full URL, such as/],
  ["gopher://127.0.0.1:6379/", /Enter a full URL, such as/],
  ["https://", /Enter a full URL, such as/],
  ["javascript:alert(1)", /Enter a full URL, such as/],
  ["http://example.com/hook", /http is allowed only for this machine/],
  ["http://localhost.example.com/", /http is allowed only for this machine/],
  ["http://0.0.0.0/", /http is allowed only for this machine/],
  ["http://169.254.169.254/latest/meta-data/", /http is allowed only for this machine/],
  ["https://me:secret@example.com/", /user name and password/],
  ["https://example.com@127.0.0.1/", /user name and password/],
  [`https://example.com/${"a".repeat(2_000)}`, /2000 characters/],
])("rejects %s with a message", async (url, text) => {
  expect(await problem(url)).toMatch(text);
});

describe("an internal address in any notation", () => {
  it.each([
    [
      "this machine",
      ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.0.0.1."],
    ],
    ["this machine", ["127.255.255.254", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"]],
    ["this machine by name", ["localhost", "LOCALHOST", "localhost.", "one-of-two.example.com"]],
    ["no address", ["0.0.0.0", "0", "[::]", "255.255.255.255", "224.0.0.1", "[ff02::1]"]],
    ["the machine's own data", ["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376"]],
    ["the machine's own data", ["[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]"]],
    ["the machine's own data", ["metadata.google.internal", "[2002:a9fe:a9fe::1]", "[fe80::1]"]],
    ["a private network", ["10.0.0.7", "167772167", "0xa000007", "012.0.0.7", "172.16.0.1", "192.168.1.1"]],
    ["a private network", ["100.64.0.1", "198.18.0.1", "[fd12::1]", "[::ffff:10.0.0.7]", "[64:ff9b::a00:7]"]],
    ["a private network by name", ["inside.example.com"]],
  ])("is rejected for %s: %s", async (_, hosts) => {
    for (const host of hosts)
      expect(await problem(`https://${host}/hook`), host).toMatch(/leads to.*from the internet/);
  });

  it("is allowed by the setting only for private networks", async () => {
    const allowed = { privateAddresses: true };
    for (const host of ["10.0.0.7", "inside.example.com", "[fd12::1]"])
      expect(await problem(`https://${host}/hook`, allowed), host).toBeNull();
    for (const host of ["169.254.169.254", "127.0.0.1", "localhost", "metadata.google.internal", "[::]"])
      expect(await problem(`https://${host}/hook`, allowed), host).toMatch(/leads to/);
  });

  it("is rejected over http when the service runs on another machine", async () => {
    expect(await problem("http://127.0.0.1:4000/", { serviceIsHere: false })).toMatch(
      /The service runs on another machine and can’t reach this one.*internet/,
    );
  });
});
