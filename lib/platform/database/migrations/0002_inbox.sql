-- A delivery is kept as it came: its raw bytes, its headers, and what it is about, by which notifications of one
-- container are taken one after the other. Bytes lie beside the row, uncompressed: the row is written twice, they once.
alter table inbox
  add column subject text,
  add column headers jsonb,
  alter column body type bytea using convert_to(body, 'UTF8'),
  alter column body drop not null,
  alter column body set storage external;
--> statement-breakpoint
drop index inbox_waiting;
--> statement-breakpoint
create index inbox_waiting on inbox (received_at)
  where processed_at is null and set_aside_at is null and tries = 0;
--> statement-breakpoint
-- What failed is tried again by itself, so that it spoils no batch twice.
create index inbox_retries on inbox (next_try_at)
  where processed_at is null and set_aside_at is null and tries > 0;
--> statement-breakpoint
create index inbox_set_aside on inbox (set_aside_at) where set_aside_at is not null;
--> statement-breakpoint
-- Processed, and the bytes not yet among the evidence.
create index inbox_to_move on inbox (received_at) where processed_at is not null and body is not null;
--> statement-breakpoint
create index inbox_received on inbox (received_at);
--> statement-breakpoint
-- Deliveries as they came, by month: the worker makes the partitions ahead and drops those that are too old.
create table evidence (
  notification_id text not null,
  received_at timestamptz not null,
  headers jsonb,
  body bytea not null,
  primary key (notification_id, received_at)
) partition by range (received_at);
--> statement-breakpoint
-- What each report said of a container or shipment, flat: from these its history is told anew when one comes late.
create table reports (
  id bigint generated always as identity primary key,
  subject_type text not null,
  subject_id text not null,
  as_of timestamptz not null,
  told_at timestamptz not null,
  notification_id text,
  facts jsonb not null
);
--> statement-breakpoint
create index reports_subject on reports (subject_type, subject_id);
--> statement-breakpoint
create index reports_told on reports using brin (told_at);
