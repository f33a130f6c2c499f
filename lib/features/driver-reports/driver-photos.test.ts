import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { loadContainerPage } from "@/lib/features/containers/queries/container-page";
import { openDocument } from "@/lib/features/documents/commands/open-document";
import { findDocument } from "@/lib/features/documents/queries/documents";
import { makeShareLink } from "@/lib/features/sharing/links/share-links";
import { applyResponses } from "@/lib/mirror/apply/apply-response";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { TrackingClient } from "@/lib/tracking-client/client";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { addPhoto, reencodePhoto } from "./commands/add-photo";
import { reportStep, undoStep } from "./commands/report-step";
import { sendDriverPhoto } from "./commands/send-photo";
import { findDriverPhoto, loadReporting } from "./queries/driver-reports";
import { MAX_PHOTO_BYTES, type ReportingLink } from "./rules";

const LATER = new Date(Date.now() + 60_000);

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let container = { id: "", number: "" };
let userId = "";
let link: ReportingLink;
let made = 0;

beforeAll(async () => {
  [dashboard, service] = await Promise.all([openTestDashboard(), startTestService({ seedContainers: 2 })]);
  for (const folder of ["shipments", "containers"]) {
    const { items } = await service.call(`/${folder}?page[size]=50`);
    await applyResponses(dashboard.db, items, new Date());
    // Whatever the simulation reports, the move of this container has not ended.
    if (folder === "containers")
      container = { id: items[0]?.id ?? "", number: String(items[0]?.attributes?.number) };
  }
  await dashboard.pool.query(
    `update containers set attributes = attributes || '{"current_status": "available", "empty_terminated_at": null}'`,
  );
  await dashboard.pool.query("delete from transport_events");
  const [user] = await dashboard.db
    .insert(users)
    .values({ email: "ana@example.com", role: "dispatcher" })
    .returning();
  userId = user?.id ?? "";
});
afterAll(async () => {
  await service.end();
  await dashboard.close();
});

const context = (role: "dispatcher" | "viewer" = "dispatcher") =>
  testContext(
    dashboard.db,
    { userId },
    { role, tracking: new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 }) },
  );

beforeEach(async () => {
  await dashboard.pool.query("delete from access_tokens");
  const { id } = await makeShareLink(context(), {
    about: { kind: "container", id: container.id },
    view: "driver",
    charges: false,
    reports: true,
    label: "Harbor Dray",
    days: 1,
    passcode: "",
  });
  link = { id, label: "Harbor Dray", createdAt: new Date(), containerId: container.id };
  await reportStep(dashboard.db, link, { step: "picked_up", at: null }, LATER);
});

/** A photo of its own color, so that no two are equal. */
function picture(width = 60, height = 40) {
  made += 1;
  const background = { r: made % 256, g: (made * 40) % 256, b: (made * 90) % 256 };
  return sharp({ create: { width, height, channels: 3, background } });
}
const jpeg = () => picture().jpeg().toBuffer();
const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: "#000000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
const add = (content: Buffer, step: "picked_up" | "delivered" = "picked_up") =>
  addPhoto(dashboard.db, link, { step, content }, LATER);
const shown = async () =>
  ((await loadContainerPage(dashboard.db, container.id))?.driverReports ?? []).flatMap(
    ({ photos }) => photos,
  );

describe("a stored photo", () => {
  it("is upright, at most 2,048 pixels a side, and has no location or other metadata", async () => {
    const exif = {
      IFD0: { Make: "A phone" },
      IFD3: { GPSLatitude: "33/1 44/1 0/1", GPSLatitudeRef: "N", GPSLongitude: "118/1 15/1 0/1" },
    };
    const content = await picture(4_000, 3_000)
      .withExif(exif)
      .withMetadata({ orientation: 6, exif })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>33.73</x:xmpmeta>")
      .jpeg()
      .toBuffer();
    expect((await sharp(content).metadata()).exif?.toString("latin1")).toContain("A phone");
    const stored = await reencodePhoto(content);
    const { exif: left, xmp, orientation, format, width, height } = await sharp(stored).metadata();
    expect({ left, xmp, orientation, format, width, height }).toEqual({
      left: undefined,
      xmp: undefined,
      orientation: undefined,
      format: "jpeg",
      width: 1_536,
      height: 2_048,
    });
    expect(stored.toString("latin1")).not.toMatch(/A phone|Exif|GPS|xmpmeta/);
  });

  it("is a JPEG on white for a transparent PNG", async () => {
    const content = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { data } = await sharp(await reencodePhoto(content))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(250);
  });

  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  it.each([
    ["30 MB", async () => Buffer.alloc(30_000_000, 0xff), "too_large", /larger than 10 MB/],
    ["more than the limit", async () => Buffer.alloc(MAX_PHOTO_BYTES + 1), "too_large", /larger than 10 MB/],
    ["nothing", async () => Buffer.alloc(0), "bad_input", /is empty/],
    ["a HEIC photo", async () => heic, "bad_input", /^HEIC photos can’t be read\. Send a JPEG or PNG\./],
    ["a text", async () => Buffer.from("{ garbage"), "bad_input", /not a photo/],
    [
      "an SVG",
      async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "bad_input",
      /not a photo/,
    ],
    ["a GIF", async () => picture().gif().toBuffer(), "bad_input", /not a photo/],
    ["half a JPEG", async () => (await noise()).subarray(0, 20_000), "bad_input", /not a readable picture/],
    [
      "a small file of 64 million pixels",
      async () => picture(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer(),
      "bad_input",
      /at most 40 million pixels/,
    ],
  ])("is not made from %s", async (_, content, code, message) => {
    const refused = add(await content());
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await shown()).toEqual([]);
  });
});

describe("photos of a link", () => {
  it("belong to a reported step, count once each, and end with its undo", async () => {
    const content = await jpeg();
    await Promise.all([add(content), add(content), add(content)]);
    await expect(add(await jpeg(), "delivered")).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringMatching(/Report the step first/),
    });
    const [photo, ...others] = await shown();
    expect(others).toEqual([]);
    expect((await loadReporting(dashboard.db, link, LATER)).steps).toMatchObject([{ photos: 1 }]);
    const stored = await findDriverPhoto(dashboard.db, photo?.id ?? "");
    expect((await sharp(stored ?? Buffer.alloc(0)).metadata()).width).toBe(60);
    await undoStep(dashboard.db, link, { step: "picked_up" }, LATER);
    expect(await findDriverPhoto(dashboard.db, photo?.id ?? "")).toBeNull();
    for (const id of ["", "x", "../secret"]) expect(await findDriverPhoto(dashboard.db, id)).toBeNull();
  });

  it("are five, also when eight arrive at once", async () => {
    const contents = await Promise.all(Array.from({ length: 8 }, jpeg));
    const results = await Promise.allSettled(contents.map((content) => add(content)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await shown()).toHaveLength(5);
    await reportStep(dashboard.db, link, { step: "delivered", at: null }, LATER);
    await expect(add(await jpeg(), "delivered")).rejects.toMatchObject({
      message: "This link already has its 5 photos.",
    });
  });

  it("are not decoded after the link was revoked", async () => {
    await dashboard.pool.query("update access_tokens set revoked_at = now()");
    await expect(add(Buffer.from("no photo"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("are sent to the service only when a user chooses, once, as a document of the container", async () => {
    await add(await jpeg());
    const atService = async () => (await service.call("/documents?page[size]=100")).items.length;
    const before = await atService();
    const [{ id = "", documentId = "" } = {}] = await shown();
    expect(documentId).toBeNull();
    await expect(sendDriverPhoto(context("viewer"), { id })).rejects.toMatchObject({ code: "not_allowed" });
    expect(await atService()).toBe(before);
    const sent = await sendDriverPhoto(context(), { id });
    const document = "document" in sent ? sent.document : expect.fail("the file is known");
    expect(await sendDriverPhoto(context(), { id })).toEqual({ known: document });
    expect(await atService()).toBe(before + 1);
    expect(await shown()).toMatchObject([{ id, documentId: document.id }]);
    expect(await findDocument(dashboard.db, document.id)).toMatchObject({
      name: `${container.number} picked up, driver’s photo.jpg`,
      links: [{ type: "container", id: container.id }],
    });
    const { body } = await openDocument(context(), { id: document.id });
    const stored = await findDriverPhoto(dashboard.db, id);
    expect(Buffer.from(await new Response(body).arrayBuffer())).toEqual(stored);
    const unknown = sendDriverPhoto(context(), { id: "00000000-0000-4000-8000-000000000000" });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
  });
});
