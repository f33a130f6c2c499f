-- Roles. Whoever could sign in before could do everything.
alter table users
  add column role text not null default 'admin' check (role in ('admin', 'dispatcher', 'viewer', 'customer')),
  add column disabled_at timestamptz,
  -- Of customers: the parties whose boxes they see, and whether charges are among what is shown.
  add column party_ids text[] not null default '{}',
  add column sees_charges boolean not null default false,
  -- Sealed (lib/secrets); null without a second factor.
  add column totp_secret text,
  -- The last step whose code was taken: none is taken twice.
  add column totp_step bigint,
  alter column password_hash drop not null;
--> statement-breakpoint
-- Whoever is made from here on and not given a role gets the least of the desk.
alter table users alter column role set default 'viewer';
--> statement-breakpoint
-- Every address that opens something without a session: kept as a hash, good until it expires or is revoked.
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invite', 'share', 'embed', 'wall', 'calendar', 'api')),
  -- SHA-256 of the token's 32 random bytes.
  token_hash bytea not null unique,
  label text not null,
  -- What it opens and how it is shown; its shape is its kind's.
  settings jsonb not null default '{}',
  passcode_hash text,
  made_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  views bigint not null default 0,
  last_seen_at timestamptz
);
--> statement-breakpoint
create index access_tokens_kind on access_tokens (kind, created_at desc);
--> statement-breakpoint
-- Who did what to which record, from where. Nothing in it is ever changed or taken out.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null where nobody was signed in; who it was then, even when they are gone since.
  user_id uuid,
  actor text not null,
  -- The address it came from; null for what a worker did.
  address text,
  action text not null,
  record_type text,
  record_id text,
  -- What it was about in words, for people; never a secret.
  detail text not null default ''
);
--> statement-breakpoint
create index audit_entries_at on audit_entries (at desc, id desc);
--> statement-breakpoint
create index audit_entries_record on audit_entries (record_type, record_id, id desc);
--> statement-breakpoint
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'what is recorded stays as it is';
end
$$;
--> statement-breakpoint
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_entries_are_not_emptied before truncate on audit_entries
  for each statement execute function refuse_audit_change();
