import { readDashboard, readService } from "@/e2e/system/databases";

/** Defines a field of containers at the service and in the dashboard, as a sync run would. Returns its API name. */
export async function defineField(name: string, dataType: string, options: string[] = []): Promise<string> {
  const slug = name.toLowerCase().replaceAll(" ", "_");
  const [created] = await readService<{ id: string }>(
    `insert into custom_field_definitions (id, account_id, entity_type, api_slug, display_name, data_type, created_at, updated_at)
     select gen_random_uuid(), account_id, 'Container', $1, $2, $3, now(), now() from containers limit 1 returning id`,
    [slug, name, dataType],
  );
  const id = created?.id ?? "";
  const named = options.map((label, position) => ({ label, value: label, position }));
  const stored = await readService<{ id: string; label: string }>(
    `insert into custom_field_options (id, definition_id, label, value, position, created_at, updated_at)
     select gen_random_uuid(), $1, label, value, position, now(), now()
     from json_to_recordset($2::json) as o (label text, value text, position int) returning id, label`,
    [id, JSON.stringify(named)],
  );
  const attributes = { entity_type: "Container", api_slug: slug, display_name: name, data_type: dataType };
  await readDashboard("insert into custom_field_definitions (id, attributes, as_of) values ($1, $2, now())", [
    id,
    JSON.stringify(attributes),
  ]);
  for (const option of stored)
    await readDashboard(
      "insert into custom_field_options (id, attributes, relationships, as_of) values ($1, $2, $3, now())",
      [
        option.id,
        JSON.stringify(named.find(({ label }) => label === option.label)),
        JSON.stringify({ definition: { data: { type: "custom_field_definition", id } } }),
      ],
    );
  return slug;
}

/** Deletes the fields whose names begin with "E2E", in the dashboard and in the service. */
export async function undefineFields(): Promise<void> {
  await readService("delete from custom_field_definitions where api_slug like 'e2e\\_%'");
  for (const table of ["custom_fields", "custom_field_definitions"])
    await readDashboard(`delete from ${table} where attributes ->> 'api_slug' like 'e2e\\_%'`);
  await readDashboard(
    `delete from custom_field_options o where not exists (
       select from custom_field_definitions d where d.id = o.relationships #>> '{definition,data,id}')`,
  );
}
