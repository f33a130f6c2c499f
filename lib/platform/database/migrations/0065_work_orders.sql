-- Work orders that dray carriers respond to by a link (docs/decisions/0061). Their responses never change an assignment.
alter table access_tokens drop constraint access_tokens_kind_check;
--> statement-breakpoint
alter table access_tokens add constraint access_tokens_kind_check
  check (kind in ('invite', 'share', 'embed', 'wall', 'calendar', 'api', 'order'));
--> statement-breakpoint
-- `terms` are what the carrier accepts: those of `version`, as last sent or shown. The token of the link has the expiry.
create table work_orders (
  id uuid primary key default gen_random_uuid(),
  container_id text not null,
  party_id text not null,
  token_id uuid not null references access_tokens (id) on delete cascade,
  version integer not null default 1,
  terms jsonb not null,
  instructions text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  contact_email text not null default '',
  sent_at timestamptz not null,
  sent_by uuid references users (id) on delete set null,
  viewed_at timestamptz,
  response text check (response in ('accepted', 'declined')),
  response_version integer,
  responded_at timestamptz,
  driver text not null default '',
  truck text not null default '',
  eta_at timestamptz,
  eta_zone text,
  decline_reason text not null default '',
  withdrawn_at timestamptz
);
--> statement-breakpoint
create unique index work_orders_open on work_orders (container_id, party_id) where withdrawn_at is null;
--> statement-breakpoint
create index work_orders_container on work_orders (container_id, sent_at desc);
--> statement-breakpoint
create unique index work_orders_token on work_orders (token_id);
--> statement-breakpoint
create index work_orders_sender on work_orders (sent_by, sent_at desc);
--> statement-breakpoint
-- The history of an order. `data` has the fields of the kind; `user_id` null: the user of the link, or the service's facts.
create table work_order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references work_orders (id) on delete cascade,
  at timestamptz not null,
  kind text not null
    check (kind in ('sent', 'viewed', 'changed', 'accepted', 'declined', 'withdrawn', 'carrier_removed')),
  version integer not null,
  user_id uuid references users (id) on delete set null,
  data jsonb not null default '{}'
);
--> statement-breakpoint
create index work_order_events_order on work_order_events (order_id, id);
--> statement-breakpoint
alter table board_rows add column work_order_state text, add column work_order_expires_at timestamptz;
