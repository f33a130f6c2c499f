import { randomBytes } from "node:crypto";
import { expect, inject, it } from "vitest";
import { withClient } from "./create-database";
import { createTestDatabase, type TestTemplate } from "./test-database";

const rowsOf = async (url: string): Promise<unknown[]> => {
  let rows: unknown[] = [];
  await withClient(url, async (client) => {
    rows = (await client.query("select n from filled")).rows;
  });
  return rows;
};

function makeTemplate(): TestTemplate & { fills: number } {
  const template = {
    name: `template_${randomBytes(6).toString("hex")}`,
    fills: 0,
    fill: async (url: string) => {
      template.fills += 1;
      await withClient(url, async (client) => {
        await client.query("create table filled (n int); insert into filled values (1)");
      });
      if (template.fills === 1) throw new Error("the first attempt fails half way");
    },
  };
  return template;
}

it("fills a template once for all databases, and again if filling it failed", async () => {
  const template = makeTemplate();
  await expect(createTestDatabase({ template })).rejects.toThrow("half way");
  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase({ template })));
  expect(template.fills).toBe(2);
  for (const { url } of databases) expect(await rowsOf(url)).toEqual([{ n: 1 }]);
  await withClient(databases[0]?.url ?? "", async (client) => {
    await client.query("insert into filled values (2)");
  });
  expect(await rowsOf(databases[1]?.url ?? "")).toEqual([{ n: 1 }]);
  for (const { drop } of databases) await drop();
});

it("closes connections that a test left open", async () => {
  const { url, drop } = await createTestDatabase();
  await withClient(url, async (client) => {
    await drop();
    await expect(client.query("select 1")).rejects.toThrow();
  });
  const admin = inject("testClusterUrl");
  await withClient(admin, async (client) => {
    const name = new URL(url).pathname.slice(1);
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    expect(found.rowCount).toBe(0);
  });
});
