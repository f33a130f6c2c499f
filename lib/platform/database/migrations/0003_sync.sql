-- Rounds of reconciliation, the first load among them: each pages through all of the account's lists. One without an end
-- is under way, or waits for a process to take it up again.
create table rounds (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('first_load', 'round')),
  started_at timestamptz not null default clock_timestamp(),
  progressed_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- false: nobody went on with it, and another one began.
  completed boolean not null default false,
  requests integer not null default 0,
  records integer not null default 0,
  healed integer not null default 0,
  vanished integer not null default 0,
  last_error text
);
--> statement-breakpoint
create unique index rounds_under_way on rounds ((true)) where ended_at is null;
--> statement-breakpoint
-- How far a round has come in each list, written with each page.
create table round_lists (
  round_id bigint not null references rounds (id) on delete cascade,
  list text not null,
  pass integer not null default 1,
  next_page integer not null default 1,
  -- Records that came in this pass, and how many of them were new to the round.
  read integer not null default 0,
  fresh integer not null default 0,
  -- The most the service said there are.
  total integer,
  last_page text not null default '',
  ended_at timestamptz,
  primary key (round_id, list)
);
--> statement-breakpoint
-- Every field that a round found other than the service has it. `right_at`: when the mirror was last known to be right
-- about it, so that it was wrong for at most the time since.
create table healings (
  id bigint generated always as identity primary key,
  round_id bigint not null references rounds (id) on delete cascade,
  subject_type text not null,
  subject_id text not null,
  field text not null,
  was jsonb,
  became jsonb,
  right_at timestamptz,
  healed_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
create index healings_round on healings (round_id, id);
--> statement-breakpoint
create index healings_subject on healings (subject_type, subject_id, id);
--> statement-breakpoint
-- The round that last saw a record in its list. `vanished_at`: its own address answered 404 then.
create table sightings (
  type text not null,
  id text not null,
  round_id bigint not null,
  vanished_at timestamptz,
  primary key (type, id)
);
--> statement-breakpoint
-- As of when a record's party roles were read in full, and when this desk last changed one of them.
create table role_readings (
  roleable_id text primary key,
  as_of timestamptz,
  written_at timestamptz
);
--> statement-breakpoint
-- When a record was last asked for, by the database's clock: an ask older than that is answered already.
create table fetches (
  subject_type text not null,
  subject_id text not null,
  sent_at timestamptz not null,
  primary key (subject_type, subject_id)
);
--> statement-breakpoint
-- A fetch sent since then answers the ask: when the notification was received, or the ask was made without one.
alter table refetches add column needed_at timestamptz not null default clock_timestamp();
