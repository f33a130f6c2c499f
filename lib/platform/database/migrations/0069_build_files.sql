-- Static files of the builds that dashboards serve, so that a dashboard of another build can send them (docs/decisions/0069).
-- path: below /_next/static/. content: compressed by gzip. seen_at: when a dashboard that has the file last noted it.
create table build_files (
  path text primary key,
  content bytea not null,
  seen_at timestamptz not null default now()
);
--> statement-breakpoint
alter table build_files alter column content set storage external;
