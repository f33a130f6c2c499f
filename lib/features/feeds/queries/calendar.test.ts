import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { EVERYTHING, readBoardQuery } from "@/lib/features/board/rules/board-address";
import type { CalendarEntry } from "@/lib/features/feeds/rules/calendar-entries";
import type { ReportedEntry } from "@/lib/features/feeds/rules/calendar-revisions";
import { openTestAccount } from "@/lib/features/test-account";
import { reportCalendar } from "./calendar";
import { calendarText } from "./icalendar";

const NOW = new Date("2026-11-20T17:00:00Z");
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const containerAddress = (id: string) => `https://dashboard.example/containers/${encodeURIComponent(id)}`;

/** Parses a calendar as another program does. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    // The parser does not unescape non-standard properties.
    name: String(calendar.getFirstPropertyValue("x-wr-calname") ?? "").replace(/\\([\\;,])/g, "$1"),
    events: calendar.getAllSubcomponents("vevent").map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        summary: event.summary,
        location: event.location,
        description: event.description,
        start: event.startDate,
        end: event.endDate,
        sequence: event.sequence,
        status: component.getFirstPropertyValue("status"),
        modified: String(component.getFirstPropertyValue("last-modified")),
        url: component.getFirstPropertyValue("url"),
      };
    }),
  };
}

let dashboard: Awaited<ReturnType<typeof openTestAccount>>;
beforeAll(async () => {
  dashboard = await openTestAccount();
});
afterAll(() => dashboard.close());

let feed = { id: "", query: EVERYTHING };
beforeEach(async () => {
  const { id } = await makeAccessToken(dashboard.db, {
    kind: "calendar",
    label: "Deadlines",
    settings: {},
    createdBy: dashboard.ana.userId,
    expiresAt: null,
  });
  feed = { id, query: EVERYTHING };
});

const notify = async (now: Date) =>
  read(calendarText("Deadlines", await reportCalendar(dashboard.db, feed, now), containerAddress));
const plan = (values: string) =>
  dashboard.pool.query(`insert into planned_moves (container_id, ${values}
    on conflict (container_id) do update set delivery_at = excluded.delivery_at`);
const due = (terminal: string | null, more: Record<string, unknown> = {}) =>
  dashboard.tell({ import_deadlines: { pickup_lfd_terminal: terminal }, ...more });

describe("calendar over time", () => {
  it("has a whole day on the terminal's date, and an appointment in UTC", async () => {
    await due("2026-11-26T07:59:00Z", { pickup_appointment_at: "2026-11-24T17:30:00Z" });
    const { name, events } = await notify(NOW);
    expect(name).toBe("Deadlines");
    const [appointment, day] = events;
    expect(events).toHaveLength(2);
    expect(day?.start.toString()).toBe("2026-11-25");
    expect(day?.start.isDate).toBe(true);
    expect(day?.summary).toBe("Last free day · MSKU4807969");
    expect(day?.location).toBe("APM Pier 400");
    expect(day?.url).toBe("https://dashboard.example/containers/c-1");
    expect(appointment?.start.toString()).toBe("2026-11-24T17:30:00Z");
    expect(appointment?.end.toString()).toBe("2026-11-24T18:30:00Z");
  });

  it("is byte-identical while nothing changes, at any later time", async () => {
    await due("2026-11-26T07:59:00Z");
    const first = calendarText("Deadlines", await reportCalendar(dashboard.db, feed, NOW), containerAddress);
    const second = calendarText(
      "Deadlines",
      await reportCalendar(dashboard.db, feed, later(3)),
      containerAddress,
    );
    expect(second).toBe(first);
  });

  it("moves a deadline, cancels a removed one, and deletes it after 30 days", async () => {
    await due("2026-11-26T07:59:00Z", { pickup_appointment_at: null });
    const [first] = (await notify(NOW)).events;
    await due("2026-11-29T07:59:00Z");
    const [moved] = (await notify(later(1))).events;
    expect(moved).toMatchObject({
      uid: first?.uid,
      sequence: (first?.sequence ?? 0) + 1,
      status: "CONFIRMED",
    });
    expect(moved?.start.toString()).toBe("2026-11-28");
    expect(moved?.modified).not.toBe(first?.modified);

    await due(null, { pod_full_out_at: "2026-11-21T18:00:00Z" });
    const gone = (await notify(later(2))).events;
    expect(gone).toMatchObject([{ uid: first?.uid, sequence: 2, status: "CANCELLED" }]);
    expect(gone[0]?.start.toString()).toBe("2026-11-28");
    expect((await notify(later(31))).events).toMatchObject([{ sequence: 2, status: "CANCELLED" }]);
    expect((await notify(later(33))).events).toEqual([]);
    const { rows } = await dashboard.pool.query("select from calendar_entries where feed_id = $1", [feed.id]);
    expect(rows).toEqual([]);

    await due("2027-01-05T07:59:00Z", { pod_full_out_at: null });
    expect((await notify(later(34))).events).toMatchObject([{ uid: first?.uid, status: "CONFIRMED" }]);
  });

  it("contains the team's plan, and the due day of the empty return by the line's terms", async () => {
    await due(null, { pod_full_out_at: "2026-11-21T06:30:00Z" });
    await dashboard.pool.query(
      "insert into per_diem_terms (scac, free_days, counts) values ('MAEU', 4, 'calendar') on conflict do nothing",
    );
    await plan(
      `delivery_at, delivery_zone, delivery_place) values ('c-1', '2026-11-22T16:00:00Z', 'America/Los_Angeles', 'Warehouse 4')`,
    );
    await dashboard.tell({ seal_number: "S-1" });
    const { events } = await notify(NOW);
    expect(events.map(({ summary, start }) => [summary, start.toString()])).toEqual([
      ["Planned delivery · MSKU4807969", "2026-11-22T16:00:00Z"],
      // Gate out at the terminal late in the evening of the 20th.
      ["Empty return due · MSKU4807969", "2026-11-24"],
    ]);
    await dashboard.pool.query("delete from planned_moves");
    await due("2026-11-26T07:59:00Z", { pod_full_out_at: null });
  });

  it("contains only containers of its view, and cancels entries of a container that left the view", async () => {
    const { query } = readBoardQuery(new URLSearchParams("hold=customs"));
    feed = { ...feed, query };
    await due("2026-11-26T07:59:00Z", { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] });
    expect((await notify(NOW)).events).toMatchObject([{ status: "CONFIRMED" }]);
    await due("2026-11-26T07:59:00Z", { holds_at_pod_terminal: [] });
    expect((await notify(later(1))).events).toMatchObject([{ status: "CANCELLED", sequence: 1 }]);
  });

  it("is separate from other calendars, and consistent under concurrent reads", async () => {
    await due("2026-11-26T07:59:00Z");
    const all = await Promise.all(Array.from({ length: 6 }, () => reportCalendar(dashboard.db, feed, NOW)));
    for (const each of all) expect(each).toEqual(all[0]);
    const other = { ...feed, id: feed.id };
    const created = await makeAccessToken(dashboard.db, {
      kind: "calendar",
      label: "Other",
      settings: {},
      createdBy: dashboard.ben.userId,
      expiresAt: null,
    });
    other.id = created.id;
    await due("2026-11-29T07:59:00Z");
    expect((await reportCalendar(dashboard.db, other, later(1)))[0]).toMatchObject({ sequence: 0 });
    expect((await reportCalendar(dashboard.db, feed, later(1)))[0]).toMatchObject({ sequence: 1 });
  });

  it("is deleted with its token", async () => {
    await due("2026-11-26T07:59:00Z");
    await notify(NOW);
    await dashboard.pool.query("delete from access_tokens where id = $1", [feed.id]);
    const { rows } = await dashboard.pool.query("select from calendar_entries where feed_id = $1", [feed.id]);
    expect(rows).toEqual([]);
  });
});

const reported = (over: Partial<CalendarEntry> = {}, containerId = "c-1"): ReportedEntry => ({
  containerId,
  entry: {
    kind: "lfd",
    on: "2026-11-25",
    at: null,
    title: "A container",
    place: "Pier",
    notes: ["Ready"],
    ...over,
  },
  sequence: 0,
  changedAt: NOW.toISOString(),
  cancelledAt: null,
});

// Possible names of parties, vessels, and calendars named by users.
const NASTY = [
  "Acme\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nSUMMARY:Pay here\r\nEND:VEVENT",
  "a\nATTENDEE:mailto:victim@example.com",
  "a\rATTACH:https://evil.example",
  "a\u2028BEGIN:VALARM\u2029b",
  "Smith, Sons; and \\n Co.",
  'quoted "name" : with; signs, \\',
  `${"🚢".repeat(60)} é ü 漢字`,
  "\0\u0007bell\u001b[31m",
  "",
];

describe("external text", () => {
  it.each(NASTY)("adds no properties to a calendar: %j", (text) => {
    const plain = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const written = calendarText(
      text,
      [reported({ title: `Due ${text}`, place: text, notes: [text, "Line: Maersk"] }, text || "c")],
      containerAddress,
    );
    const { calendar, name, events } = read(written);
    expect(name).toBe(plain);
    expect(calendar.getAllSubcomponents().map((component) => component.name)).toEqual(["vevent"]);
    expect(events).toHaveLength(1);
    expect(events[0]?.summary).toBe(`Due ${plain}`.trim());
    expect(events[0]?.location ?? "").toBe(plain);
    expect(events[0]?.description?.split("\n")).toHaveLength(3);
    const [event] = calendar.getAllSubcomponents("vevent");
    expect(event?.getAllSubcomponents()).toEqual([]);
    for (const property of ["attendee", "attach", "organizer", "x-alt-desc"])
      expect(event?.hasProperty(property)).toBe(false);
    expect(event?.getAllProperties("summary")).toHaveLength(1);
    for (const line of written.split("\r\n")) {
      expect(line).not.toMatch(/[\r\n\0\u2028\u2029]/);
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });

  it("results in one UID per container and kind", () => {
    const uids = [
      reported(),
      reported({ kind: "appointment" }),
      reported({}, "c-2"),
      reported({ title: "Otherwise" }),
    ].map((entry) => read(calendarText("a", [entry], containerAddress)).events[0]?.uid);
    expect(new Set(uids).size).toBe(3);
    expect(uids[3]).toBe(uids[0]);
  });
});
