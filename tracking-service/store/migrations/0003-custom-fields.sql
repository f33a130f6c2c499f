create table custom_field_definitions (
  id uuid primary key,
  account_id uuid not null references accounts,
  entity_type text not null check (entity_type in ('Shipment', 'Container', 'TrackingRequest')),
  api_slug text not null,
  display_name text not null,
  data_type text not null,
  description text,
  -- What a value of data_type reference names.
  reference_type text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, entity_type, api_slug)
);

create table custom_field_options (
  id uuid primary key,
  definition_id uuid not null references custom_field_definitions on delete cascade,
  label text not null,
  value text not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (definition_id, value)
);

create table custom_fields (
  id uuid primary key,
  account_id uuid not null references accounts,
  definition_id uuid not null references custom_field_definitions on delete cascade,
  entity_id uuid not null,
  value jsonb not null,
  updated_by_key_id uuid references api_keys,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (definition_id, entity_id)
);
create index custom_fields_entity on custom_fields (account_id, entity_id);
create index custom_fields_newest on custom_fields (account_id, created_at desc, id desc);
