-- What the service knows beside a box's facts, as its lists tell it: custom fields with what they may hold, and papers.
-- Records keep what they are related to in `relationships`, as every document names it.
create table custom_field_definitions (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null
);
--> statement-breakpoint
create table custom_field_options (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null
);
--> statement-breakpoint
create table custom_fields (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null
);
--> statement-breakpoint
-- The record a field stands on.
create index custom_fields_entity on custom_fields ((relationships #>> '{entity,data,id}'));
--> statement-breakpoint
create index custom_fields_slug on custom_fields ((attributes ->> 'api_slug'));
--> statement-breakpoint
create table documents (
  id text primary key,
  attributes jsonb not null,
  relationships jsonb not null default '{}',
  as_of timestamptz not null
);
--> statement-breakpoint
-- Which documents are linked to a box or a shipment.
create index documents_relationships on documents using gin (relationships jsonb_path_ops);
--> statement-breakpoint
-- The service's own map of a container's voyage, as it came.
create table container_maps (
  container_id text primary key,
  map jsonb not null,
  as_of timestamptz not null
);
--> statement-breakpoint
-- When what stands beside the boxes was read: of a whole account where container_id is '', else of that box.
create table beside_readings (
  what text not null check (what in ('custom_field_definitions', 'custom_fields', 'documents', 'map')),
  container_id text not null default '',
  -- When it was last read; null when never.
  as_of timestamptz,
  -- When it was last asked for, whatever came of it.
  tried_at timestamptz not null,
  -- Why there is nothing newer: its kind, and in words; null when the last asking was answered.
  code text,
  problem text,
  -- A box's records when it was read by itself: a list may name one that is gone until its next round.
  listed text[],
  primary key (what, container_id)
);
--> statement-breakpoint
insert into container_maps (container_id, map, as_of)
  select container_id, answer, answered_at from kept_answers
  where kind = 'map' and answer is not null and answered_at is not null;
--> statement-breakpoint
insert into beside_readings (what, container_id, as_of, tried_at)
  select 'map', container_id, as_of, as_of from container_maps;
--> statement-breakpoint
drop table kept_answers;
