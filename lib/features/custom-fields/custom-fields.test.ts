import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/lib/auth/access/roles";
import { testContext } from "@/lib/auth/commands/test-context";
import type { CustomDataType, FieldRecordType } from "@/lib/contract/custom-field";
import type { CustomValue } from "@/lib/contract/custom-field-requests";
import {
  createDefinition,
  editDefinition,
  removeDefinition,
} from "@/lib/features/custom-fields/commands/edit-definition";
import {
  addOptions,
  moveOption,
  removeOption,
  renameOption,
} from "@/lib/features/custom-fields/commands/edit-options";
import { fetchDefinitions } from "@/lib/features/custom-fields/commands/refresh-definitions";
import {
  clearCustomField,
  findHeldValue,
  setCustomField,
} from "@/lib/features/custom-fields/commands/set-value";
import { countHeld, listDefinitions, listFieldNames } from "@/lib/features/custom-fields/queries/definitions";
import { listHeldByRequest, listHeldFields } from "@/lib/features/custom-fields/queries/record-fields";
import { applyResponses } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let role: Role = "admin";
const ids: Record<FieldRecordType, string> = { container: "", shipment: "", tracking_request: "" };

const ctx = () =>
  testContext(dashboard.db, undefined, {
    role,
    tracking: new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 }),
  });

beforeAll(async () => {
  [dashboard, service] = await Promise.all([openTestDashboard(), startTestService({ seedContainers: 12 })]);
  for (const [type, folder] of [
    ["container", "containers"],
    ["shipment", "shipments"],
    ["tracking_request", "tracking_requests"],
  ] as const) {
    const { items } = await service.call(`/${folder}?page[size]=5`);
    ids[type] = items[0]?.id ?? expect.fail(`no ${folder}`);
    await applyResponses(dashboard.db, items, new Date());
  }
});
afterAll(async () => {
  await service.end();
  await dashboard.close();
});

const definitionOf = async (slug: string) => {
  const found = (await listDefinitions(dashboard.db)).find((one) => one.slug === slug);
  return found ?? expect.fail(`${slug} is not defined`);
};
const define = (slug: string, dataType: CustomDataType, type: FieldRecordType = "container") =>
  createDefinition(ctx(), {
    entity_type: (
      { container: "Container", shipment: "Shipment", tracking_request: "TrackingRequest" } as const
    )[type],
    api_slug: slug,
    display_name: `The ${slug}`,
    data_type: dataType,
    ...(dataType === "reference" && { reference_type: "Container" as const }),
  });
const seen = (slug: string, before: unknown, type: FieldRecordType = "container") => ({
  record: { type, id: ids[type] },
  slug,
  before,
});
const held = async (slug: string, type: FieldRecordType = "container") =>
  (await listHeldFields(dashboard.db, { type, id: ids[type] })).find((field) => field.slug === slug) ?? null;
const labels = async (slug: string) => (await definitionOf(slug)).options.map(({ label }) => label);

/** Simulates a change in another system, without a notification to the dashboard. */
const elsewhere = (path: string, method: string, attributes: object, type = "custom_field") =>
  service.call(path, { method, body: { data: { type, attributes } } });

describe("custom field value", () => {
  it.each<[CustomDataType, CustomValue, string, FieldRecordType]>([
    ["short_text", "PO 7", "PO 7", "container"],
    ["number", 12.5, "12.5", "shipment"],
    ["date", "2026-11-20", "2026-11-20", "container"],
    ["datetime", "2026-11-20T18:30:00.000Z", "2026-11-20 18:30:00 UTC", "shipment"],
    ["boolean", false, "No", "container"],
    ["short_text", "asked", "asked", "tracking_request"],
  ])("of type %s is set, shown and cleared", async (dataType, value, text, type) => {
    const slug = `plain_${dataType}_${type}`;
    await define(slug, dataType, type);
    expect(await setCustomField(ctx(), { ...seen(slug, null, type), value: value })).toBe("now");
    expect(await held(slug, type)).toMatchObject({ label: `The ${slug}`, value: text, held: value });
    expect(await clearCustomField(ctx(), seen(slug, value, type))).toBe("now");
    expect(await held(slug, type)).toBeNull();
    expect((await service.call(`/custom_fields?filter[entity_id]=${ids[type]}`)).items).toEqual([]);
  });

  it("of a container and of its shipment is in the board row, and leaves it when cleared", async () => {
    const fieldsOf = async () => {
      const { rows } = await dashboard.pool.query<{ fields: object }>(
        "select row -> 'fields' as fields from board_rows where container_id = $1",
        [ids.container],
      );
      return rows[0]?.fields;
    };
    const before = (await fieldsOf()) ?? expect.fail("no board row");
    const { rows: shipments } = await dashboard.pool.query<{ id: string }>(
      "select shipment_id as id from containers where id = $1",
      [ids.container],
    );
    const shipment = { type: "shipment" as const, id: shipments[0]?.id ?? expect.fail("no shipment") };
    await define("lot_number", "number", "shipment");
    await define("due_on", "date");
    const lot = { record: shipment, slug: "lot_number", before: null };
    await setCustomField(ctx(), { ...lot, value: 12.5 });
    await setCustomField(ctx(), { ...seen("due_on", null), value: "2026-12-01" });
    expect(await fieldsOf()).toEqual({ ...before, lot_number: 12.5, due_on: "2026-12-01" });
    expect(await listFieldNames(dashboard.db)).toMatchObject({
      lot_number: "The lot_number",
      due_on: "The due_on",
    });
    await clearCustomField(ctx(), { ...lot, before: 12.5 });
    await removeDefinition(ctx(), { id: (await definitionOf("due_on")).id });
    expect(await fieldsOf()).toEqual(before);
  });

  it("is listed for several tracking requests at once, only for their own fields", async () => {
    await define("lot", "short_text", "tracking_request");
    await define("lot_of_cartons", "short_text");
    await setCustomField(ctx(), { ...seen("lot", null, "tracking_request"), value: "A 7" });
    await setCustomField(ctx(), { ...seen("lot_of_cartons", null), value: "B 8" });
    const held = await listHeldByRequest(dashboard.db, ["nobody's", ids.tracking_request, ids.container]);
    expect([...held].map(([id, fields]) => [id, fields.map(({ value }) => value)])).toEqual([
      [ids.tracking_request, ["A 7"]],
    ]);
    expect((await listHeldByRequest(dashboard.db, [])).size).toBe(0);
    const { rows } = await dashboard.pool.query<{ requests: string[] }>(
      "select array(select json_array_elements_text(change -> 'requests')) as requests from live_changes order by id",
    );
    expect(
      rows.flatMap(({ requests }) => requests),
      "open lists hear of it",
    ).toContain(ids.tracking_request);
  });

  it("shows option labels, and the display name of a reference", async () => {
    await define("buyers", "enum_multi");
    await addOptions(ctx(), { definitionId: (await definitionOf("buyers")).id, labels: ["Ana", "Bo"] });
    await setCustomField(ctx(), { ...seen("buyers", null), value: ["Bo", "Ana"] });
    expect((await held("buyers"))?.value).toBe("Bo, Ana");
    await define("twin", "reference");
    await setCustomField(ctx(), { ...seen("twin", null), value: ids.container });
    expect((await held("twin"))?.value).toMatch(/^[A-Z]{4}\d{7}$/);
    expect((await countHeld(dashboard.db)).get((await definitionOf("buyers")).id)).toEqual({
      records: 1,
      options: { Ana: 1, Bo: 1 },
    });
  });

  it("that another user set meanwhile is reported and stored, and a retry overwrites it", async () => {
    await define("race", "short_text");
    await elsewhere(`/containers/${ids.container}/custom_fields`, "POST", {
      api_slug: "race",
      value: "theirs",
    });
    const mine = setCustomField(ctx(), { ...seen("race", null), value: "mine" });
    await expect(mine).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("“theirs”"),
    });
    expect(await findHeldValue(dashboard.db, seen("race", null))).toBe("theirs");
    await setCustomField(ctx(), { ...seen("race", "theirs"), value: "mine" });
    expect((await held("race"))?.value).toBe("mine");
  });

  it("that another user changed or cleared meanwhile is neither cleared nor overwritten", async () => {
    await define("gone", "number");
    await setCustomField(ctx(), { ...seen("gone", null), value: 1 });
    await elsewhere(`/containers/${ids.container}/custom_fields/gone`, "PATCH", { value: 2 });
    await expect(clearCustomField(ctx(), seen("gone", 1))).rejects.toThrow("Another user set it to “2”");
    await service.call(`/containers/${ids.container}/custom_fields/gone`, { method: "DELETE" });
    await expect(setCustomField(ctx(), { ...seen("gone", 2), value: 3 })).rejects.toThrow(
      "Another user cleared this field",
    );
    expect(await held("gone")).toBeNull();
    expect(await clearCustomField(ctx(), seen("gone", null))).toBe("now");
  });

  it.each<[CustomDataType, CustomValue, RegExp]>([
    ["number", "12", /number/],
    ["date", "2026-02-30", /date/],
    ["datetime", "2026-11-20", /date-time/],
    ["boolean", "true", /true or false/],
    ["enum", "nobody", /option/],
    ["enum_multi", [], /array/],
    ["reference", "00000000-0000-0000-0000-000000000000", /Container/],
    ["short_text", "x".repeat(256), /255/],
  ])(
    "of type %s is not stored when the service refuses it, and the message is passed on",
    async (dataType, value, text) => {
      const slug = `refused_${dataType}`;
      await define(slug, dataType);
      const refusal = await setCustomField(ctx(), { ...seen(slug, null), value: value }).catch(
        (error: unknown) => error,
      );
      expect(refusal).toMatchObject({ code: "refused_by_service" });
      expect(refusal instanceof AppError && refusal.details).toEqual([
        expect.objectContaining({
          pointer: "/data/attributes/value",
          message: expect.stringMatching(text),
        }),
      ]);
      expect(await held(slug)).toBeNull();
    },
  );

  it("of an unknown field or record is rejected", async () => {
    await expect(setCustomField(ctx(), { ...seen("never_defined", null), value: "x" })).rejects.toMatchObject(
      {
        code: "refused_by_service",
      },
    );
    for (const id of ["00000000-0000-0000-0000-000000000000", "..", "not-an-id"])
      await expect(
        setCustomField(ctx(), {
          ...{ record: { type: "container", id }, slug: "race", before: null },
          value: "x",
        }),
      ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("custom field definition", () => {
  it("is renamed and described, unless another user edited it first", async () => {
    const { id } = await define("cost", "short_text");
    const before = { name: "The cost", description: "" };
    expect(
      await editDefinition(ctx(), { id, before, name: "Cost centre", description: "Of the buyer" }),
    ).toBe("now");
    expect(await definitionOf("cost")).toMatchObject({ name: "Cost centre", description: "Of the buyer" });
    const late = editDefinition(ctx(), { id, before, name: "Mine", description: "" });
    await expect(late).rejects.toThrow(
      "Another user changed it. Current name: “Cost centre”, description: “Of the buyer”. Your edits are kept. Save again to overwrite.",
    );
    expect(await definitionOf("cost")).toMatchObject({ name: "Cost centre" });
  });

  it("is deleted with its options and values in the mirror, without affecting other fields", async () => {
    const { id } = await define("doomed", "enum");
    await addOptions(ctx(), { definitionId: id, labels: ["One"] });
    await define("stays", "short_text");
    await setCustomField(ctx(), { ...seen("doomed", null), value: "One" });
    await setCustomField(ctx(), { ...seen("stays", null), value: "x" });
    await removeDefinition(ctx(), { id });
    expect([await held("doomed"), (await held("stays"))?.value]).toEqual([null, "x"]);
    const { rows } = await dashboard.pool.query(
      "select from custom_field_options where relationships #>> '{definition,data,id}' = $1",
      [id],
    );
    expect(rows).toEqual([]);
    expect(await removeDefinition(ctx(), { id })).toBe("now");
  });

  it("is rejected with a duplicate name, and removed when another user deleted it", async () => {
    const { id } = await define("twice", "number");
    const refusal = await define("twice", "number").catch((error: unknown) => error);
    expect(refusal instanceof AppError && refusal.details[0]?.pointer).toBe("/data/attributes/api_slug");
    await service.call(`/custom_field_definitions/${id}`, { method: "DELETE" });
    const before = { name: "The twice", description: "" };
    await expect(editDefinition(ctx(), { id, before, name: "X", description: "" })).rejects.toThrow(
      "Another user deleted this custom field.",
    );
    expect((await listDefinitions(dashboard.db)).map(({ slug }) => slug)).not.toContain("twice");
  });

  it("reflects creations and deletions in another system after a refresh", async () => {
    const { id } = await define("asked_away", "number");
    await service.call(`/custom_field_definitions/${id}`, { method: "DELETE" });
    await elsewhere(
      "/custom_field_definitions",
      "POST",
      { entity_type: "Shipment", display_name: "Asked here", api_slug: "asked_here", data_type: "date" },
      "custom_field_definition",
    );
    await fetchDefinitions(ctx(), {});
    const slugs = (await listDefinitions(dashboard.db)).map(({ slug }) => slug);
    expect(slugs).toContain("asked_here");
    expect(slugs).not.toContain("asked_away");
  });
});

describe("options of a choice field", () => {
  it("are added in order, moved, renamed and deleted", async () => {
    const { id } = await define("order", "enum");
    await addOptions(ctx(), { definitionId: id, labels: ["A", "B", "C"] });
    expect(await labels("order")).toEqual(["A", "B", "C"]);
    const [a, b, c] = (await definitionOf("order")).options.map((option) => option.id);
    const of = (optionId = "") => ({ definitionId: id, optionId });
    await moveOption(ctx(), { ...of(c), before: [a ?? "", b ?? "", c ?? ""], by: -1 });
    expect(await labels("order")).toEqual(["A", "C", "B"]);
    await renameOption(ctx(), { ...of(c), before: "C", label: "Sea" });
    await removeOption(ctx(), of(a));
    expect(await labels("order")).toEqual(["Sea", "B"]);
    expect((await definitionOf("order")).options[0]?.value).toBe("C");
    await moveOption(ctx(), { ...of(c), before: [c ?? "", b ?? ""], by: -1 });
    expect(await labels("order")).toEqual(["Sea", "B"]);
  });

  it("keep their order and names when another user changed them first", async () => {
    const { id } = await define("contested", "enum");
    await addOptions(ctx(), { definitionId: id, labels: ["A", "B"] });
    const [a, b] = (await definitionOf("contested")).options.map((option) => option.id);
    const path = `/custom_field_definitions/${id}/options`;
    await elsewhere(path, "POST", { label: "New" }, "custom_field_option");
    const move = moveOption(ctx(), {
      ...{ definitionId: id, optionId: b ?? "" },
      before: [a ?? "", b ?? ""],
      by: -1,
    });
    await expect(move).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await labels("contested")).toEqual(["A", "B", "New"]);
    await elsewhere(`${path}/${a}`, "PATCH", { label: "Theirs" }, "custom_field_option");
    const rename = renameOption(ctx(), {
      ...{ definitionId: id, optionId: a ?? "" },
      before: "A",
      label: "Mine",
    });
    await expect(rename).rejects.toThrow("Another user renamed it to “Theirs”");
    await service.call(`${path}/${b}`, { method: "DELETE" });
    const late = renameOption(ctx(), {
      ...{ definitionId: id, optionId: b ?? "" },
      before: "B",
      label: "Mine",
    });
    await expect(late).rejects.toThrow("Another user deleted this option.");
    expect(await labels("contested")).toEqual(["Theirs", "New"]);
  });

  it("reject duplicates, but keep options added before the rejected one; a used option can be deleted", async () => {
    const { id } = await define("held_option", "enum");
    await addOptions(ctx(), { definitionId: id, labels: ["A"] });
    await setCustomField(ctx(), { ...seen("held_option", null), value: "A" });
    const [option] = (await definitionOf("held_option")).options;
    await expect(addOptions(ctx(), { definitionId: id, labels: ["B", "A", "C"] })).rejects.toThrow(/already/);
    expect(await labels("held_option")).toEqual(["A", "B"]);
    await removeOption(ctx(), { definitionId: id, optionId: option?.id ?? "" });
    expect(await labels("held_option")).toEqual(["B"]);
  });
});

it("rejects every command without a session", async () => {
  const { id } = await define("guarded", "enum");
  await addOptions(ctx(), { definitionId: id, labels: ["A"] });
  const [option] = (await definitionOf("guarded")).options;
  const of = { definitionId: id, optionId: option?.id ?? "" };
  role = "customer";
  try {
    for (const action of [
      () => define("sneaked", "number"),
      () =>
        editDefinition(ctx(), {
          id,
          before: { name: "The guarded", description: "" },
          name: "X",
          description: "",
        }),
      () => removeDefinition(ctx(), { id }),
      () => addOptions(ctx(), { definitionId: id, labels: ["B"] }),
      () => renameOption(ctx(), { ...of, before: "A", label: "B" }),
      () => moveOption(ctx(), { ...of, before: [of.optionId], by: 1 }),
      () => removeOption(ctx(), of),
      () => setCustomField(ctx(), { ...seen("guarded", null), value: "A" }),
      () => clearCustomField(ctx(), seen("guarded", null)),
      () => fetchDefinitions(ctx(), {}),
    ])
      await expect(action()).rejects.toMatchObject({ code: "not_allowed" });
  } finally {
    role = "admin";
  }
  expect(await definitionOf("guarded")).toMatchObject({ name: "The guarded", options: [{ label: "A" }] });
});
