-- What each calendar told last: so that an entry moves instead of being another, and one that is gone is called off.
create table calendar_entries (
  feed_id uuid not null references access_tokens (id) on delete cascade,
  container_id text not null,
  kind text not null,
  entry jsonb not null,
  sequence integer not null default 0,
  changed_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (feed_id, container_id, kind)
);
--> statement-breakpoint
-- Requests of each calendar, screen and program in the present window, as rate-limiter-flexible counts them.
create unlogged table feed_requests (
  key text primary key,
  points integer not null,
  expire bigint
);
