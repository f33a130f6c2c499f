import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
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
import { countHeld, listDefinitions } from "@/lib/features/custom-fields/queries/definitions";
import { listHeldByRequest, listHeldFields } from "@/lib/features/custom-fields/queries/record-fields";
import { applyResponses } from "@/lib/mirror/apply/apply-response";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "@/lib/tracking-client/client";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let service: TestService;
let signedIn = true;
const ids: Record<FieldRecordType, string> = { container: "", shipment: "", tracking_request: "" };

vi.mock("@/lib/auth/sign-in/current-session", () => ({
  requireSession: async () => {
    if (!signedIn) throw new AppError("not_signed_in", "Sign in.");
  },
}));
vi.mock("@/lib/platform/database/client", async (original) => ({
  ...(await original<object>()),
  db: () => dashboard.db,
}));
vi.mock("@/lib/tracking-client/open-client", () => ({
  clientForUser: () => new TrackingClient({ baseUrl: service.url, key: service.key, patienceMs: 0 }),
}));

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
  createDefinition({
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
    expect(await setCustomField(seen(slug, null, type), value)).toBe("now");
    expect(await held(slug, type)).toMatchObject({ label: `The ${slug}`, value: text, held: value });
    expect(await clearCustomField(seen(slug, value, type))).toBe("now");
    expect(await held(slug, type)).toBeNull();
    expect((await service.call(`/custom_fields?filter[entity_id]=${ids[type]}`)).items).toEqual([]);
  });

  it("is listed for several tracking requests at once, only for their own fields", async () => {
    await define("lot", "short_text", "tracking_request");
    await define("lot_of_cartons", "short_text");
    await setCustomField(seen("lot", null, "tracking_request"), "A 7");
    await setCustomField(seen("lot_of_cartons", null), "B 8");
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
    await addOptions((await definitionOf("buyers")).id, ["Ana", "Bo"]);
    await setCustomField(seen("buyers", null), ["Bo", "Ana"]);
    expect((await held("buyers"))?.value).toBe("Bo, Ana");
    await define("twin", "reference");
    await setCustomField(seen("twin", null), ids.container);
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
    const mine = setCustomField(seen("race", null), "mine");
    await expect(mine).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("“theirs”"),
    });
    expect(await findHeldValue(seen("race", null))).toBe("theirs");
    await setCustomField(seen("race", "theirs"), "mine");
    expect((await held("race"))?.value).toBe("mine");
  });

  it("that another user changed or cleared meanwhile is neither cleared nor overwritten", async () => {
    await define("gone", "number");
    await setCustomField(seen("gone", null), 1);
    await elsewhere(`/containers/${ids.container}/custom_fields/gone`, "PATCH", { value: 2 });
    await expect(clearCustomField(seen("gone", 1))).rejects.toThrow("Another user set it to “2”");
    await service.call(`/containers/${ids.container}/custom_fields/gone`, { method: "DELETE" });
    await expect(setCustomField(seen("gone", 2), 3)).rejects.toThrow("Another user cleared this field");
    expect(await held("gone")).toBeNull();
    expect(await clearCustomField(seen("gone", null))).toBe("now");
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
      const refusal = await setCustomField(seen(slug, null), value).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "refused_by_service" });
      expect(refusal instanceof AppError && refusal.details).toEqual([
        { pointer: "/data/attributes/value", message: expect.stringMatching(text) },
      ]);
      expect(await held(slug)).toBeNull();
    },
  );

  it("of an unknown field or record is rejected", async () => {
    await expect(setCustomField(seen("never_defined", null), "x")).rejects.toMatchObject({
      code: "refused_by_service",
    });
    for (const id of ["00000000-0000-0000-0000-000000000000", "..", "not-an-id"])
      await expect(
        setCustomField({ record: { type: "container", id }, slug: "race", before: null }, "x"),
      ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("custom field definition", () => {
  it("is renamed and described, unless another user edited it first", async () => {
    const { id } = await define("cost", "short_text");
    const before = { name: "The cost", description: "" };
    expect(await editDefinition({ id, before, name: "Cost centre", description: "Of the buyer" })).toBe(
      "now",
    );
    expect(await definitionOf("cost")).toMatchObject({ name: "Cost centre", description: "Of the buyer" });
    const late = editDefinition({ id, before, name: "Mine", description: "" });
    await expect(late).rejects.toThrow(
      "Another user changed it. Current name: “Cost centre”, description: “Of the buyer”. Your edits are kept. Save again to overwrite.",
    );
    expect(await definitionOf("cost")).toMatchObject({ name: "Cost centre" });
  });

  it("is deleted with its options and values in the mirror, without affecting other fields", async () => {
    const { id } = await define("doomed", "enum");
    await addOptions(id, ["One"]);
    await define("stays", "short_text");
    await setCustomField(seen("doomed", null), "One");
    await setCustomField(seen("stays", null), "x");
    await removeDefinition(id);
    expect([await held("doomed"), (await held("stays"))?.value]).toEqual([null, "x"]);
    const { rows } = await dashboard.pool.query(
      "select from custom_field_options where relationships #>> '{definition,data,id}' = $1",
      [id],
    );
    expect(rows).toEqual([]);
    expect(await removeDefinition(id)).toBe("now");
  });

  it("is rejected with a duplicate name, and removed when another user deleted it", async () => {
    const { id } = await define("twice", "number");
    const refusal = await define("twice", "number").catch((error: unknown) => error);
    expect(refusal instanceof AppError && refusal.details[0]?.pointer).toBe("/data/attributes/api_slug");
    await service.call(`/custom_field_definitions/${id}`, { method: "DELETE" });
    const before = { name: "The twice", description: "" };
    await expect(editDefinition({ id, before, name: "X", description: "" })).rejects.toThrow(
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
      { entity_type: "Shipment", display_name: "Asked here", data_type: "date" },
      "custom_field_definition",
    );
    await fetchDefinitions();
    const slugs = (await listDefinitions(dashboard.db)).map(({ slug }) => slug);
    expect(slugs).toContain("asked_here");
    expect(slugs).not.toContain("asked_away");
  });
});

describe("options of a choice field", () => {
  it("are added in order, moved, renamed and deleted", async () => {
    const { id } = await define("order", "enum");
    await addOptions(id, ["A", "B", "C"]);
    expect(await labels("order")).toEqual(["A", "B", "C"]);
    const [a, b, c] = (await definitionOf("order")).options.map((option) => option.id);
    const of = (optionId = "") => ({ definitionId: id, optionId });
    await moveOption(of(c), [a ?? "", b ?? "", c ?? ""], -1);
    expect(await labels("order")).toEqual(["A", "C", "B"]);
    await renameOption(of(c), "C", "Sea");
    await removeOption(of(a));
    expect(await labels("order")).toEqual(["Sea", "B"]);
    expect((await definitionOf("order")).options[0]?.value).toBe("C");
    await moveOption(of(c), [c ?? "", b ?? ""], -1);
    expect(await labels("order")).toEqual(["Sea", "B"]);
  });

  it("keep their order and names when another user changed them first", async () => {
    const { id } = await define("contested", "enum");
    await addOptions(id, ["A", "B"]);
    const [a, b] = (await definitionOf("contested")).options.map((option) => option.id);
    const path = `/custom_field_definitions/${id}/options`;
    await elsewhere(path, "POST", { label: "New" }, "custom_field_option");
    const move = moveOption({ definitionId: id, optionId: b ?? "" }, [a ?? "", b ?? ""], -1);
    await expect(move).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await labels("contested")).toEqual(["A", "B", "New"]);
    await elsewhere(`${path}/${a}`, "PATCH", { label: "Theirs" }, "custom_field_option");
    const rename = renameOption({ definitionId: id, optionId: a ?? "" }, "A", "Mine");
    await expect(rename).rejects.toThrow("Another user renamed it to “Theirs”");
    await service.call(`${path}/${b}`, { method: "DELETE" });
    const late = renameOption({ definitionId: id, optionId: b ?? "" }, "B", "Mine");
    await expect(late).rejects.toThrow("Another user deleted this option.");
    expect(await labels("contested")).toEqual(["Theirs", "New"]);
  });

  it("reject deletion of a used option and duplicates, but keep options added before the rejected one", async () => {
    const { id } = await define("held_option", "enum");
    await addOptions(id, ["A"]);
    await setCustomField(seen("held_option", null), "A");
    const [option] = (await definitionOf("held_option")).options;
    await expect(removeOption({ definitionId: id, optionId: option?.id ?? "" })).rejects.toThrow(/hold A/);
    await expect(addOptions(id, ["B", "A", "C"])).rejects.toThrow(/already/);
    expect(await labels("held_option")).toEqual(["A", "B"]);
  });
});

it("rejects every command without a session", async () => {
  const { id } = await define("guarded", "enum");
  await addOptions(id, ["A"]);
  const [option] = (await definitionOf("guarded")).options;
  const of = { definitionId: id, optionId: option?.id ?? "" };
  signedIn = false;
  try {
    for (const action of [
      () => define("sneaked", "number"),
      () =>
        editDefinition({ id, before: { name: "The guarded", description: "" }, name: "X", description: "" }),
      () => removeDefinition(id),
      () => addOptions(id, ["B"]),
      () => renameOption(of, "A", "B"),
      () => moveOption(of, [of.optionId], 1),
      () => removeOption(of),
      () => setCustomField(seen("guarded", null), "A"),
      () => clearCustomField(seen("guarded", null)),
      () => fetchDefinitions(),
    ])
      await expect(action()).rejects.toMatchObject({ code: "not_signed_in" });
  } finally {
    signedIn = true;
  }
  expect(await definitionOf("guarded")).toMatchObject({ name: "The guarded", options: [{ label: "A" }] });
});
