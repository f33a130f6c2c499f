-- What the service refused for the plan's or the key's sake, each once: in its own words, and when it first and last did.
create table plan_gates (
  gate text primary key,
  words text not null,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  times integer not null default 1
);
