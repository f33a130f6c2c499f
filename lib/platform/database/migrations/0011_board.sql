-- What the board filters, groups and marks by, beside the rows themselves.
-- A row's text is long and read for a page at a time: kept apart, it does not slow whoever looks through all rows.
alter table board_rows set (toast_tuple_target = 256);
--> statement-breakpoint
alter table board_rows
  add column readiness text,
  add column holds text[] not null default '{}',
  add column tags text[] not null default '{}',
  add column reference_keys text[] not null default '{}',
  add column line_name text,
  -- The governing deadline's day at its place, while it applies.
  add column governing_on date,
  add column governing_zone text,
  -- The appointment's day at its place.
  add column appointment_on date,
  add column appointment_zone text,
  -- Reported sums: [{"currency": "USD", "minor": 85000}].
  add column charge_sums jsonb not null default '[]',
  -- When a cell last changed, and for each column when its cell did, as instants' texts.
  add column changed_at timestamptz,
  add column column_changes jsonb not null default '{}';
--> statement-breakpoint
-- Only the row's own text may be kept apart: whoever searches reads the rest of every row.
alter table board_rows
  alter column search set storage main,
  alter column line set storage main,
  alter column terminal set storage main,
  alter column port set storage main,
  alter column status set storage main,
  alter column readiness set storage main,
  alter column customer set storage main,
  alter column vessel set storage main,
  alter column number set storage main,
  alter column container_id set storage main,
  alter column carrier_ids set storage main,
  alter column carrier_names set storage main,
  alter column holds set storage main,
  alter column tags set storage main,
  alter column reference_keys set storage main,
  alter column line_name set storage main,
  alter column governing_zone set storage main,
  alter column appointment_zone set storage main,
  alter column charge_sums set storage main,
  alter column column_changes set storage main;
--> statement-breakpoint
update board_rows b set
  row = b.row || jsonb_build_object('tags',
    coalesce((select s.attributes -> 'tags' from containers c join shipments s on s.id = c.shipment_id
      where c.id = b.container_id and jsonb_typeof(s.attributes -> 'tags') = 'array'), '[]'::jsonb)),
  readiness = b.row #>> '{readiness,state}',
  holds = array(select distinct hold ->> 'name' from jsonb_array_elements(b.row -> 'holds') hold order by 1),
  reference_keys = array(select upper(regexp_replace(reference, '[[:space:].-]+', '', 'g'))
    from jsonb_array_elements_text(b.row -> 'references') reference),
  line_name = coalesce(b.row #>> '{line,name}', b.row #>> '{line,scac}'),
  governing_on = case when b.row #>> '{deadline,state}' = 'applies'
    then (b.row #>> '{deadline,governing,on}')::date end,
  governing_zone = b.row #>> '{deadline,governing,zone}',
  appointment_on = left(b.row #>> '{appointment,local}', 10)::date,
  appointment_zone = b.row #>> '{appointment,zone}',
  charge_sums = coalesce(b.row #> '{charges,sums}', '[]'::jsonb);
--> statement-breakpoint
update board_rows set tags = array(select distinct jsonb_array_elements_text(row -> 'tags') order by 1)
  where row -> 'tags' <> '[]'::jsonb;
--> statement-breakpoint
create index board_rows_number on board_rows (number);
--> statement-breakpoint
create index board_rows_changed on board_rows (changed_at) where changed_at is not null;
--> statement-breakpoint
-- A view is the parameters of its address, its columns among them.
alter table views drop column columns;
--> statement-breakpoint
alter table views add column version integer not null default 1;
--> statement-breakpoint
-- A column of container numbers that somebody pasted, too long for an address. Whoever has the link may use it.
create table number_lists (
  id uuid primary key default gen_random_uuid(),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  numbers text[] not null,
  -- Lines that name no container: [{"line": 3, "text": "total 12"}].
  unreadable jsonb not null default '[]',
  unreadable_count integer not null default 0,
  line_count integer not null
);
