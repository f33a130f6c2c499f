-- What changed lately, for browsers and processes that did not hear it. A position in the feed is a transaction's number:
-- whatever commits after a row that was heard has at least the number in `oldest_open`, however long it was under way.
create table live_changes (
  id bigint generated always as identity primary key,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  oldest_open bigint not null default (pg_snapshot_xmin(pg_current_snapshot())::text::bigint),
  noted_at timestamptz not null default clock_timestamp(),
  change json not null
);
--> statement-breakpoint
create index live_changes_xid on live_changes (xid);
