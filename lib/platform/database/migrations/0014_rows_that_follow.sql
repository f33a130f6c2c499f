-- Board rows that a setting of the desk made out of date: workers work them out anew, a batch at a time.
create table stale_rows (
  container_id text primary key,
  since timestamptz not null default clock_timestamp()
);
--> statement-breakpoint
-- Rows older than the per diem clock show none until they are worked out anew.
insert into stale_rows (container_id)
select container_id from board_rows where picked_up and row ->> 'returnDue' is null;
--> statement-breakpoint
alter table jobs
  -- The job whose failed rows this one tries again, and the job that tries this one's.
  add column retries uuid references jobs (id) on delete set null,
  add column retried_by uuid references jobs (id) on delete set null;
