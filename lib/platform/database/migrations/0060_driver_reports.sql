-- What drivers report through share links. It is stored apart from the service's facts and never changes them
-- (docs/decisions/0056).
create table driver_reports (
  token_id uuid not null references access_tokens (id) on delete cascade,
  step text not null check (step in ('picked_up', 'delivered', 'empty_returned')),
  container_id text not null,
  happened_at timestamptz not null,
  zone text,
  reported_at timestamptz not null,
  primary key (token_id, step)
);
--> statement-breakpoint
create index driver_reports_container on driver_reports (container_id);
--> statement-breakpoint
-- Photos of a report, re-encoded without metadata. `document_id`: the document at the service, once a user sent it.
create table driver_photos (
  id uuid primary key default gen_random_uuid(),
  token_id uuid not null,
  step text not null,
  added_at timestamptz not null,
  content bytea not null,
  -- SHA-256 of the content: the same photo sent twice counts once.
  checksum bytea not null,
  document_id text,
  unique (token_id, step, checksum),
  foreign key (token_id, step) references driver_reports (token_id, step) on delete cascade
);
