import { describe, expect, it } from "vitest";
import { call, itOurs, target } from "./target";

const OURS = "other services differ here";

const write = async (path: string, type: string, attributes: object) =>
  (await call(path, { body: { data: { type, attributes } } })).item;

/** The address of one record of every type that can be read alone. */
async function singleRecords(): Promise<string[]> {
  const slug = `links_${Date.now().toString(36)}`;
  const definition = await write("/custom_field_definitions", "custom_field_definition", {
    ...{ entity_type: "Shipment", display_name: "Links", data_type: "enum", api_slug: slug },
  });
  const defined = `/custom_field_definitions/${definition.id}`;
  const option = await write(`${defined}/options`, "custom_field_option", { label: "One" });
  const [shipment] = (await call("/shipments?page[size]=1")).items;
  const fields = `/shipments/${shipment?.id}/custom_fields`;
  const field = await write(fields, "custom_field", { api_slug: slug, value: "One" });
  const party = await write("/parties", "party", { company_name: `Links ${slug}` });
  const text = `From: a@example.com\r\nContent-Disposition: attachment; filename=${slug}.txt\r\n\r\n${slug}`;
  const message = { text, headers: { "Content-Type": "message/rfc822" } };
  const email = await call("/email_submissions", message);
  const [document] = email.included.filter(({ type }) => type === "document");
  const first = async (folder: string) =>
    `/${folder}/${(await call(`/${folder}?page[size]=1`)).items[0]?.id}`;
  return [
    ...[defined, `${defined}/options/${option.id}`, `/custom_fields/${field.id}`, `/parties/${party.id}`],
    ...[`/email_submissions/${email.item.id}`, `/documents/${document?.id}`, "/ports/USLAX"],
    ...(await Promise.all(["shipments", "containers", "tracking_requests", "shipping_lines"].map(first))),
  ];
}

describe("supplement-2.md, 4. links of the document", () => {
  itOurs("absolute, with scheme and host", OURS, async () => {
    for (const path of [
      "/shipments?page[number]=2&page[size]=3",
      "/shipping_lines",
      "/webhooks",
      "/ports/USLAX",
    ]) {
      for (const link of Object.values((await call(path)).document.links ?? {})) {
        expect(link.startsWith(`${target.url}/`), link).toBe(true);
      }
    }
  });

  itOurs(
    "self repeats the query as sent; supplement-2.md, 4. links of the document: others have plain brackets",
    OURS,
    async () => {
      const query = "?page%5Bnumber%5D=2&page%5Bsize%5D=3&include=pod_terminal%2Ccontainers";
      const { links = {} } = (await call(`/shipments${query}`)).document;
      expect(links.self).toBe(`${target.url}/shipments${query}`);
      for (const name of ["current", "prev", "next", "last"]) {
        expect(links[name], name).toContain("page[number]=");
        expect(links[name], name).toContain("page[size]=3");
      }
    },
  );

  itOurs("absolute, and the address that was read, for every single record", OURS, async () => {
    for (const path of await singleRecords()) {
      const { status, document } = await call(path);
      expect([path, status, document.links?.self]).toEqual([path, 200, `${target.url}${path}`]);
    }
  });

  itOurs("no first", OURS, async () => {
    for (const page of [1, 2, 1_000]) {
      const { links } = (await call(`/shipments?page[size]=5&page[number]=${page}`)).document;
      expect(links).not.toHaveProperty("first");
    }
  });

  itOurs("a single page has self and current alone", OURS, async () => {
    const { links } = (await call("/shipments?number=NO-SUCH-NUMBER-4711")).document;
    expect(Object.keys(links ?? {}).sort()).toEqual(["current", "self"]);
  });

  it("next leads to the end", async () => {
    const seen = new Set<string>();
    let path: string | undefined = "/shipments?page[size]=50";
    let total = 0;
    for (let pages = 0; path !== undefined && pages < 40; pages += 1) {
      const response = await call(path);
      for (const { id } of response.items) seen.add(id);
      total = response.document.meta?.total ?? 0;
      path = response.document.links?.next?.replace(/^.*\/v2/, "");
    }
    expect(path).toBeUndefined();
    expect(seen.size).toBeGreaterThanOrEqual(total - 5);
  });
});

it("supplement-2.md, 4. links in records: relative", async () => {
  for (const path of ["/shipments?page[size]=3", "/tracking_requests?page[size]=3"]) {
    for (const { id, links } of (await call(path)).items) {
      expect(Object(links).self).toBe(`/v2${path.split("?")[0]}/${id}`);
    }
  }
});

describe("supplement-2.md, 4. meta", () => {
  itOurs("size and total on each list", OURS, async () => {
    for (const path of ["shipments", "containers", "webhooks", "custom_fields", "shipping_lines"]) {
      const { items, document } = await call(`/${path}`);
      expect(document.meta).toEqual({ size: items.length, total: expect.any(Number) });
    }
  });

  itOurs("pagination of tracking_requests, parties, webhook_notifications", OURS, async () => {
    for (const path of ["tracking_requests", "parties", "webhook_notifications"]) {
      const { meta = { total: 0 } } = (await call(`/${path}?page[size]=1`)).document;
      const more = meta.total > 1 ? { next: 2, last: meta.total } : {};
      expect(Object(meta).pagination, path).toEqual({ current: 1, records: meta.total, ...more });
    }
  });
});

describe("supplement-2.md, 1. page[size]", () => {
  it("more than 100 is cut silently", async () => {
    const response = await call("/containers?page[size]=101");
    expect([response.status, response.items.length]).toEqual([
      200,
      Math.min(100, response.document.meta?.total ?? 0),
    ]);
  });

  it.each(["custom_field_definitions", "custom_fields"])("25 by default on %s", async (path) => {
    expect((await call(`/${path}`)).document.links?.current).toContain("page[size]=25");
  });
});
