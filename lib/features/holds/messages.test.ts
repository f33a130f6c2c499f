import { expect, it } from "vitest";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { testContainer } from "@/lib/domain/container/test-container";
import { followUpMail } from "./messages";
import type { ListedFollowUp } from "./rules";

const followUp = (change: Partial<ListedFollowUp> = {}): ListedFollowUp => ({
  id: "f-1",
  holdName: "customs",
  place: "port",
  owner: null,
  nextCheckAt: null,
  version: 1,
  contactEmail: "ana+1@pacific.example",
  contactPhone: "",
  container: boardRow(testContainer({ number: "MSCU1234566" })),
  hold: { name: "customs", status: "hold", description: "CBP EXAM & SITE" },
  zone: "America/Los_Angeles",
  last: null,
  ...change,
});

function parts(href: string) {
  const { protocol, pathname, searchParams } = new URL(href);
  return {
    protocol,
    to: decodeURIComponent(pathname),
    names: [...searchParams.keys()],
    subject: searchParams.get("subject"),
    body: searchParams.get("body")?.split("\r\n"),
  };
}

it("addresses the contact and names the container, the hold and the last free day", () => {
  const { container } = followUp();
  const governing = { source: "line", on: "2026-11-20", endsAt: "2026-11-21T08:00:00Z", zone: null } as const;
  const deadline = { state: "applies", governing, sources: [], serviceNames: null } as never;
  const mail = parts(followUpMail("en-US", followUp({ container: { ...container, deadline } })));
  expect(mail).toMatchObject({
    protocol: "mailto:",
    to: "ana+1@pacific.example",
    names: ["subject", "body"],
  });
  expect(mail.subject).toMatch(/^Container MSCU ?123456 ?-?6: customs hold$/);
  expect(mail.body).toContainEqual("Hold: customs (CBP EXAM & SITE)");
  expect(mail.body?.find((line) => line.startsWith("Last free day:"))).toContain("November 20");
});

it("has no recipient without a known email, and no other header from the texts", () => {
  const odd = "x&cc=all@example.com\r\nBcc: all@example.com";
  const hold = { name: "customs", status: "hold", description: odd };
  const mail = parts(followUpMail("en-US", followUp({ contactEmail: "", hold, holdName: odd })));
  expect(mail.to).toBe("");
  expect(mail.names).toEqual(["subject", "body"]);
  expect(mail.body).toContainEqual("Last free day: not reported yet");
});
