import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { named, notificationBody } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { parseDocument } from "@/lib/contract/storable-text";
import { notificationDocumentSchema } from "@/lib/contract/webhook";
import { flatten } from "./facts";
import { CONTAINER, SHIPMENT } from "./history-types";
import { datedRecords, observationsOf, type ReadReport, readReport } from "./observations";
import { isKind, RECORD_SCHEMAS, type RecordKind } from "./record-types";
import { Kept } from "./test-merge-result";
import { REPLACEMENTS, wholeRecord } from "./test-odd-values";
import { foldReports } from "./timestamped-records";

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 8, n));

/** Reads a record as a notification brings it, from its text. */
function readNotified(record: JsonApiRecord, n: number): ReadReport {
  const body = notificationBody({
    id: `n-${n}`,
    reference: named(record.type, record.id),
    included: [record],
  });
  const { included = [] } = notificationDocumentSchema.parse(parseDocument(body));
  const at = minute(n);
  return readReport({ records: included, origin: { asOf: at, notificationId: `n-${n}`, receivedAt: at } });
}

/** The facts of the record after the reports. */
function factsAfter(kind: RecordKind, reports: readonly ReadReport[]): Record<string, unknown> {
  if (kind === "container" || kind === "shipment") {
    const stored = new Kept(kind === "container" ? CONTAINER : SHIPMENT);
    for (const report of reports) stored.take(observationsOf([report], kind).get("r-1") ?? []);
    return stored.known?.facts ?? {};
  }
  const [folded] = foldReports(datedRecords(reports, kind));
  return flatten(folded?.attributes ?? {});
}

describe.each(Object.keys(RECORD_SCHEMAS).filter(isKind))("an odd value of a %s", (kind) => {
  const record = (attributes: Record<string, unknown>) => ({ type: kind, id: "r-1", attributes });
  const [former, latter] = [wholeRecord(kind, 0), wholeRecord(kind, 1)];
  const { schema, neverNull } = RECORD_SCHEMAS[kind];
  const first = readNotified(record(former), 1);

  /** What is wrong about reading an attribute that was replaced. */
  function problems(name: string, value: unknown): string[] {
    const { [name]: _, ...others } = latter;
    const second = readNotified(record({ ...latter, [name]: value }), 2);
    const [read] = second.sorted[kind];
    if (!read) return ["the record is lost"];
    const { [name]: own, ...rest } = read.attributes;
    const ownMarks = read.unconfirmed.filter((mark) => mark.split(".")[0] === name);
    const facts = factsAfter(kind, [first, second]);
    const staying = Object.entries(flatten({ [name]: former[name] })).filter(
      ([field]) => !(field in flatten(read.attributes)),
    );
    const checks = {
      "another attribute is not read": isDeepStrictEqual(rest, others),
      "another attribute does not apply": Object.entries(flatten(others)).every(([field, fact]) =>
        isDeepStrictEqual(facts[field], fact),
      ),
      "another attribute is marked": ownMarks.length === read.unconfirmed.length,
      "the value has the wrong type": schema.safeParse(own === undefined ? {} : { [name]: own }).success,
      "the value is too long": JSON.stringify(own ?? null).length < 21_000,
      "it is dropped without a mark": own !== undefined || ownMarks.length > 0,
      "null is read against the interface":
        value !== null || ownMarks.length > 0 === neverNull.some((never) => never === name),
      "the last known value is lost": staying.every(([field, fact]) => isDeepStrictEqual(facts[field], fact)),
    };
    return Object.entries(checks).flatMap(([problem, fine]) => (fine ? [] : [problem]));
  }

  it.each(Object.keys(schema.shape))(
    "in %s is read, or the last known one stays; all else applies",
    (name) => {
      for (const [by, value] of Object.entries(REPLACEMENTS)) expect(problems(name, value), by).toEqual([]);
    },
  );
});
