import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { accountsCommand } from "@/tracking-service/commands/accounts";
import { keysCommand } from "@/tracking-service/commands/keys";
import { simCommand } from "@/tracking-service/commands/sim";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService, until } from "@/tracking-service/testing/running-service";

const CONTAINERS = 120;
/** A fixed time of the service, so that no tracking window passes on any date of the test run. */
const NOW = new Date("2026-11-21T09:00:00Z");
const LATER = "2026-12-20T05:00:00Z";

const deadlines = z.looseObject({
  number: z.string(),
  pickup_lfd: z.string().nullable(),
  ind_facility_lfd_on: z.string().nullable(),
  import_deadlines: z.object({
    pickup_lfd_terminal: z.string().nullable(),
    pickup_lfd_rail: z.string().nullable(),
    pickup_lfd_line: z.string().nullable(),
  }),
});

let service: TestService;
let plain: string;

async function containers(key: string) {
  const { items } = await everyPage((path) => service.call(path, { key }), "/containers");
  return items.map(({ attributes }) => deadlines.parse(attributes));
}
const withRail = async (key: string) =>
  (await containers(key)).filter((container) => container.import_deadlines.pickup_lfd_rail !== null);

async function expectNone(key: string) {
  for (const container of await containers(key)) {
    const {
      pickup_lfd_line: line,
      pickup_lfd_terminal: terminal,
      pickup_lfd_rail: rail,
    } = container.import_deadlines;
    expect([rail, container.ind_facility_lfd_on]).toEqual([null, null]);
    expect(container.pickup_lfd).toBe(line ?? terminal);
  }
}

beforeAll(async () => {
  service = await startTestService({ seedContainers: CONTAINERS, simStart: NOW }, { now: () => NOW });
  plain = await keysCommand(service.store, ["create", "--account", "Plain", "--features", "none"]);
  await until(
    async () => (await service.call("/containers", { key: plain })).document.meta?.total === CONTAINERS,
  );
});
afterAll(() => service.end());

describe("rail deadlines (interface.md, Authentication: gated features)", () => {
  it("are seeded only for an account with the feature", async () => {
    expect(await withRail(service.key)).not.toEqual([]);
    await expectNone(plain);
  });

  it("are ignored in a report without the feature; the rest is applied", async () => {
    const [container] = await containers(plain);
    const reported = { pickup_lfd_terminal: LATER, pickup_lfd_rail: LATER, pickup_lfd_line: null };
    const message = JSON.stringify({ import_deadlines: reported });
    const line = await simCommand(service.store, ["report", "--number", container?.number ?? "", message]);
    expect(line).not.toContain("pickup_lfd_rail.changed");
    expect((await containers(plain)).find(({ number }) => number === container?.number)?.pickup_lfd).toBe(
      LATER,
    );
    await expectNone(plain);
  });

  it("are removed with the feature and return with the next report after it is enabled", async () => {
    const [container] = await withRail(service.key);
    await accountsCommand(service.store, ["set", "Drayboard", "--features", "routing_data"]);
    await expectNone(service.key);
    await accountsCommand(service.store, ["set", "Drayboard", "--features", "all"]);
    await expectNone(service.key);
    const reported = { pickup_lfd_terminal: null, pickup_lfd_rail: LATER, pickup_lfd_line: null };
    const message = JSON.stringify({ import_deadlines: reported });
    const line = await simCommand(service.store, ["report", "--number", container?.number ?? "", message]);
    expect(line).toContain("container.pickup_lfd_rail.changed");
    expect((await withRail(service.key)).map(({ number }) => number)).toEqual([container?.number]);
  });
});
