-- Changes that are under way at the tracking service: one of a record's part at a time (lib/auth/commands/one-at-a-time.ts).
-- key: the record and its part. A claim whose process was killed ends at claimed_until.
create table change_claims (
  key text primary key,
  lease_id uuid not null,
  claimed_until timestamptz not null
);
