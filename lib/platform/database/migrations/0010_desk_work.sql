-- What people set, plan and write at the desk. None of it comes from the service, and none of it can be fetched again.

-- How one person has the desk: theme, density, whose zone, the view they begin with.
create table preferences (
  user_id uuid primary key references users (id) on delete cascade,
  settings jsonb not null default '{}',
  default_view_id uuid,
  -- Changes recorded before are no news to this person.
  marks_from timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
-- A board with a name: the parameters of its address, and its columns with their order, width and whether they show.
create table views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  shared boolean not null default false,
  address text not null check (length(address) <= 8000),
  columns jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
create unique index views_name on views (owner_id, lower(name));
--> statement-breakpoint
alter table preferences add constraint preferences_default_view
  foreign key (default_view_id) references views (id) on delete set null;
--> statement-breakpoint
-- When a person last saw a box's row or page: what changed since is marked.
create table looks (
  user_id uuid not null references users (id) on delete cascade,
  container_id text not null,
  seen_at timestamptz not null,
  primary key (user_id, container_id)
);
--> statement-breakpoint
-- One per hold that somebody chases. It stays when the hold clears.
create table chases (
  id uuid primary key default gen_random_uuid(),
  container_id text not null,
  hold_name text not null check (length(hold_name) between 1 and 80),
  place text not null check (place in ('port', 'inland')),
  -- Who resolves it, where somebody knows better than the rule; null: the rule's.
  owner text check (length(owner) <= 200),
  next_check_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  closed_because text check (closed_because in ('cleared', 'dropped')),
  version integer not null default 1
);
--> statement-breakpoint
create unique index chases_open on chases (container_id, place, lower(hold_name)) where closed_at is null;
--> statement-breakpoint
create index chases_container on chases (container_id);
--> statement-breakpoint
-- Who was asked, what they promised, when to ask again. Written once, never changed.
create table chase_entries (
  id bigint generated always as identity primary key,
  chase_id uuid not null references chases (id) on delete cascade,
  written_at timestamptz not null default clock_timestamp(),
  written_by uuid references users (id) on delete set null,
  asked text not null default '' check (length(asked) <= 200),
  promise text not null default '' check (length(promise) <= 1000),
  next_check_at timestamptz
);
--> statement-breakpoint
create index chase_entries_chase on chase_entries (chase_id, id);
--> statement-breakpoint
-- Our own plan for a box. Each instant stands with the zone of the place it is for.
create table planned_moves (
  container_id text primary key,
  pickup_at timestamptz,
  pickup_zone text,
  delivery_at timestamptz,
  delivery_zone text,
  delivery_place text check (length(delivery_place) <= 200),
  empty_return_at timestamptz,
  empty_return_zone text,
  empty_return_place text check (length(empty_return_place) <= 200),
  note text not null default '' check (length(note) <= 2000),
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp(),
  version integer not null default 1
);
--> statement-breakpoint
-- Free days with the line's equipment, counted from the day after full out (per diem).
create table line_terms (
  scac text primary key check (scac = upper(scac) and length(scac) between 2 and 4),
  free_days integer not null check (free_days between 0 and 90),
  counts text not null check (counts in ('calendar', 'business')),
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
-- When a terminal's gates are open: one entry a weekday, "07:00" to "16:30" at the terminal, none for closed days.
create table terminal_hours (
  terminal_id text primary key,
  hours jsonb not null default '[]',
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
-- Work on many records that somebody asked for; the rows are done one by one by workers, whoever watches.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  title text not null,
  input jsonb not null default '{}',
  total integer not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  cancelled_at timestamptz,
  ended_at timestamptz,
  -- The job that takes this one back.
  undone_by uuid references jobs (id) on delete set null
);
--> statement-breakpoint
create index jobs_open on jobs (created_at) where ended_at is null;
--> statement-breakpoint
create index jobs_person on jobs (created_by, created_at desc);
--> statement-breakpoint
create table job_rows (
  job_id uuid not null references jobs (id) on delete cascade,
  position integer not null,
  subject_id text not null,
  label text not null default '',
  input jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'cancelled')),
  -- What was done, as much as undoing it needs.
  result jsonb,
  problem text,
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (job_id, position)
);
--> statement-breakpoint
create index job_rows_waiting on job_rows (next_try_at, job_id, position) where state = 'waiting';
