import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { send, UNKNOWN } from "./recorded-requests";
import { call, target } from "./target";

let container = "";
beforeAll(async () => {
  container = (await call("/containers?page[size]=1")).items[0]?.id ?? "";
});

const LIST = "/shipments?page[number]=2&page[size]=3";

describe("interface.md, Collection envelope", () => {
  it("data is an array", async () => {
    expect((await call("/containers?page[size]=2")).items).toHaveLength(2);
  });

  it("included only where it is asked for", async () => {
    const plain = await call("/containers?page[size]=2");
    expect(Object.keys(Object(plain.json)).sort()).toEqual(["data", "links", "meta"]);
    expect((await call("/containers?page[size]=2&include=shipment")).included.length).toBeGreaterThan(0);
  });

  it.each(["links", "meta"])("%s is an object", async (name) => {
    expect(Object((await call(LIST)).json)[name]).toBeTypeOf("object");
  });

  it("meta.size is the number of records on the page", async () => {
    const { document } = await call("/containers?page[size]=2");
    expect(document.meta?.size).toBe(2);
  });

  it("meta.total is the number of all: the pages have each record once, as many as that", async () => {
    const ids: string[] = [];
    let total = -1;
    let path: string | undefined = "/containers?page[size]=50";
    while (path !== undefined) {
      const response = await call(path);
      ids.push(...response.items.map(({ id }) => id));
      total = response.document.meta?.total ?? -1;
      path = response.document.links?.next?.replace(/^.*\/v2/, "");
      if (!target.ours && ids.length >= 200) return;
    }
    // A record that is refreshed during the test moves to the first page.
    expect(new Set(ids).size).toBeGreaterThanOrEqual(total - 5);
    expect(ids).toHaveLength(total);
  });

  it("links.self is the address that was asked", async () => {
    expect((await call(LIST)).document.links?.self).toMatch(
      /\/v2\/shipments\?page\[number\]=2&page\[size\]=3$/,
    );
  });

  it.each([
    ["links.current", "current", () => 2],
    ["links.next", "next", () => 3],
    ["links.last", "last", (total: number) => Math.ceil(total / 3)],
  ])("%s is the address of a page", async (_, name, pageOf) => {
    const { links = {}, meta } = (await call(LIST)).document;
    const page = new URL(links[name] ?? "", "https://host").searchParams.get("page[number]");
    expect(page).toBe(String(pageOf(meta?.total ?? 0)));
  });
});

describe("supplement.md, Status codes and envelopes", () => {
  it("201 for POST tracking_requests", async () => {
    expect((await send(UNKNOWN)).status).toBe(201);
  });

  it("201 for POST webhooks; supplement.md, Status codes and envelopes: 204 or 200 for DELETE, without a body", async () => {
    const attributes = { url: "https://receiver.example/", active: false, events: ["container.created"] };
    const made = await call("/webhooks", { body: { data: { type: "webhook", attributes } } });
    expect(made.status).toBe(201);
    const gone = await call(`/webhooks/${made.item.id}`, { method: "DELETE" });
    expect([gone.status, gone.text]).toEqual([200, ""]);
  });

  it("200 for everything else: lists, items, edits", async () => {
    for (const path of [
      "/containers?page[size]=1",
      `/containers/${container}`,
      "/webhooks/ips",
      "/shipping_lines",
    ]) {
      expect((await call(path)).status, path).toBe(200);
    }
    const { item } = await send(UNKNOWN);
    const body = { data: { type: "tracking_request", attributes: { ref_numbers: ["PO-1"] } } };
    expect((await call(`/tracking_requests/${item.id}`, { method: "PATCH", body })).status).toBe(200);
  });

  it("item: data and links.self", async () => {
    const { json } = await call(`/containers/${container}`);
    expect(json).toEqual({
      data: expect.anything(),
      links: { self: expect.stringContaining(`/v2/containers/${container}`) },
    });
  });

  it("item: included where it is asked for", async () => {
    const response = await call(`/containers/${container}?include=shipment`);
    expect(response.included.map(({ id }) => id)).toEqual([relatedOne(response.item, "shipment")?.id]);
  });

  it("list: data, links and meta", async () => {
    const { json } = await call("/parties");
    expect(Object.keys(Object(json))).toEqual(expect.arrayContaining(["data", "links", "meta"]));
  });

  it("list: included where it is asked for", async () => {
    const { included } = await call("/containers?page[size]=5&include=shipment");
    expect(new Set(included.map(({ type }) => type))).toEqual(new Set(["shipment"]));
  });

  it("links self, current, prev, next, last: each the same list", async () => {
    const { links = {} } = (await call(LIST)).document;
    expect(Object.keys(links)).toEqual(expect.arrayContaining(["self", "current", "prev", "next", "last"]));
    for (const link of Object.values(links)) {
      const { pathname, searchParams } = new URL(link, "https://host");
      expect([pathname, searchParams.get("page[size]")]).toEqual(["/v2/shipments", "3"]);
    }
    expect(links).not.toHaveProperty("first");
  });

  it("an absent link is left out: no next on the last page, no prev on the first", async () => {
    const first = (await call("/shipments?page[size]=1")).document.links;
    expect(first).not.toHaveProperty("prev");
    expect((await call("/shipping_lines")).document.links).not.toHaveProperty("next");
    const last = await call("/shipments?page[number]=1000&page[size]=100");
    expect(last.items).toEqual([]);
    expect(last.document.links).not.toHaveProperty("next");
  });
});
