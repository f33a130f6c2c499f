import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { company } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { removeLogo, saveCompanyName, saveLogo } from "./commands";
import { findLogo, readCompany } from "./queries";
import { MAX_LOGO_BYTES } from "./rules";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(() => dashboard.db.delete(company));

const ctx = (role: "admin" | "dispatcher" = "admin") => testContext(dashboard.db, undefined, { role });
const picture = (width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } });
const lastActions = async (count: number) => {
  const { rows } = await dashboard.pool.query<{ action: string }>(
    "select action from audit_entries order by id desc limit $1",
    [count],
  );
  return rows.map(({ action }) => action);
};

describe("the company", () => {
  it("has neither name nor logo until an admin sets them", async () => {
    expect(await readCompany(dashboard.db)).toEqual({ name: "", logoVersion: null });
    expect(await findLogo(dashboard.db)).toBeNull();
  });

  it("has a name that can be changed and removed, without the logo", async () => {
    await saveLogo(ctx(), { content: await picture().png().toBuffer() });
    await saveCompanyName(ctx(), { name: "  Harbor Freight Services  " });
    expect(await readCompany(dashboard.db)).toMatchObject({
      name: "Harbor Freight Services",
      logoVersion: expect.any(String),
    });
    await saveCompanyName(ctx(), { name: "" });
    expect(await readCompany(dashboard.db)).toMatchObject({ name: "", logoVersion: expect.any(String) });
    expect(await lastActions(2)).toEqual(["company.name_saved", "company.name_saved"]);
  });

  it.each(["png", "jpeg", "webp"] as const)(
    "stores a %s as a smaller PNG without metadata",
    async (format) => {
      const content = await picture()
        .withExif({ IFD0: { Copyright: "An agency" } })
        .toFormat(format)
        .toBuffer();
      const { version } = await saveLogo(ctx(), { content });
      const logo = await findLogo(dashboard.db);
      expect(logo?.version).toBe(version);
      const facts = await sharp(logo?.content).metadata();
      expect(facts).toMatchObject({ format: "png", width: 480, height: 160 });
      expect(facts.exif).toBeUndefined();
      expect(facts.hasAlpha).toBe(format !== "jpeg");
    },
  );

  it("has another version with another logo, and none once it is removed", async () => {
    const first = await saveLogo(ctx(), { content: await picture().png().toBuffer() });
    const second = await saveLogo(ctx(), { content: await picture(300).png().toBuffer() });
    expect(second.version).not.toBe(first.version);
    await removeLogo(ctx(), {});
    expect(await readCompany(dashboard.db)).toEqual({ name: "", logoVersion: null });
    expect(await lastActions(3)).toEqual([
      "company.logo_removed",
      "company.logo_saved",
      "company.logo_saved",
    ]);
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "bad_input"],
    ["a GIF", Buffer.from("GIF89a and more"), "bad_input"],
    ["another RIFF file", Buffer.from("RIFF....WAVEfmt "), "bad_input"],
    ["an empty file", Buffer.alloc(0), "bad_input"],
    ["a broken PNG", Buffer.from("89504e470d0a1a0a00000000", "hex"), "bad_input"],
    ["more than 1 MB", Buffer.alloc(MAX_LOGO_BYTES + 1, "\x89PNG\r\n\x1a\n", "latin1"), "too_large"],
  ])("refuses %s and stores nothing", async (_, content, code) => {
    await expect(saveLogo(ctx(), { content })).rejects.toMatchObject({ code });
    expect(await readCompany(dashboard.db)).toEqual({ name: "", logoVersion: null });
  });

  it("is changed by admins only", async () => {
    const refused = { code: "not_allowed" };
    await expect(saveCompanyName(ctx("dispatcher"), { name: "x" })).rejects.toMatchObject(refused);
    await expect(removeLogo(ctx("dispatcher"), {})).rejects.toMatchObject(refused);
    const content = await picture().png().toBuffer();
    await expect(saveLogo(ctx("dispatcher"), { content })).rejects.toMatchObject(refused);
  });
});
