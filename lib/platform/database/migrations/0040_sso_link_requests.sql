-- Subjects of the single sign-on that were refused an existing account because the provider did not confirm the e-mail.
-- An admin confirms or dismisses each.
create table sso_link_requests (
  subject text primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text,
  requested_at timestamptz not null
);
--> statement-breakpoint
create index sso_link_requests_user on sso_link_requests (user_id, requested_at desc);
