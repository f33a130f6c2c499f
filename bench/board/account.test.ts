import { describe, expect, it } from "vitest";
import { isValidContainerNumber } from "@/lib/contract/container-number";
import { CONTAINER_STATUSES } from "@/lib/contract/enums";
import { sortRecords } from "@/lib/mirror/merge/record-types";
import { listAccount } from "./account";

const NOW = new Date("2026-11-21T12:00:00Z");
const records = [...listAccount(2_000, NOW)].flat();
const containers = records.filter(({ type }) => type === "container");

describe("listAccount", () => {
  it("returns exactly the requested number of containers, each with a unique valid number", () => {
    const numbers = containers.map(({ attributes }) => String(attributes?.number));
    expect(new Set(numbers).size).toBe(2_000);
    expect(numbers.filter((number) => !isValidContainerNumber(number))).toEqual([]);
  });

  it("contains only records the mirror can parse, without duplicates", () => {
    const { sorted, unreadable } = sortRecords(records);
    expect(unreadable).toEqual([]);
    expect(Object.values(sorted).flat()).toHaveLength(records.length);
  });

  it("references only records it contains", () => {
    const known = new Set(records.map(({ type, id }) => `${type} ${id}`));
    const pointed = records.flatMap(({ relationships }) =>
      Object.values(relationships ?? {}).flatMap(({ data }) => [data ?? []].flat()),
    );
    expect(pointed.filter(({ type, id }) => !known.has(`${type} ${id}`))).toEqual([]);
  });

  it("has containers in every state except the shipper's yard", () => {
    const found = new Set(containers.map(({ attributes }) => attributes?.current_status));
    expect(CONTAINER_STATUSES.filter((status) => !found.has(status))).toEqual(["off_dock"]);
  });

  it("returns the same account on every call", () => {
    expect([...listAccount(2_000, NOW)].flat()).toEqual(records);
  });
});
