-- Sample work of a first start with the simulated account, made by the commands that users use. `made` is what a
-- sample's command made, to compare when samples are removed: what a user changed since stays.
create table samples (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('dray_carrier', 'follow_up', 'planned_move', 'view')),
  -- The container; the name of a view.
  subject_id text not null,
  input jsonb not null default '{}',
  made jsonb,
  -- 'skipped': there was nothing to make. 'kept': a user changed it before samples were removed.
  state text not null default 'planned'
    check (state in ('planned', 'made', 'skipped', 'removing', 'removed', 'kept')),
  problem text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  claimed_until timestamptz,
  lease_id uuid,
  unique (kind, subject_id)
);
