alter table users
  -- Two admins at one person: the later is told what the first did.
  add column version integer not null default 1,
  -- A second factor that no code has confirmed yet (sealed), and what is kept of codes that are good once in its place.
  add column totp_pending text,
  add column recovery_codes text[] not null default '{}',
  -- Who somebody is at the single sign-on: its issuer and their subject there.
  add column sso_subject text unique;
--> statement-breakpoint
-- One row while somebody is signed in at one browser: a session stands while its row does, wherever its cookie was
-- copied to. Who is signed in when this comes signs in once more.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  started_at timestamptz not null default now()
);
--> statement-breakpoint
create index sessions_user on sessions (user_id);
--> statement-breakpoint
create index sessions_started on sessions (started_at);
