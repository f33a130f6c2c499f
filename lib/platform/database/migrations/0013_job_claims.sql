-- A row of a job is one worker's for a while; when that worker dies it falls due again.
alter table job_rows add column claimed_until timestamptz;
--> statement-breakpoint
alter table jobs
  -- Until when no row is begun, since the service allows no more for now, and why in words.
  add column paused_until timestamptz,
  add column paused_because text,
  -- When a row was last begun: jobs take turns. When browsers were last told how far it is.
  add column worked_at timestamptz,
  add column told_at timestamptz,
  -- The job that this one takes back.
  add column undoes uuid references jobs (id) on delete set null;
--> statement-breakpoint
create index job_rows_open on job_rows (job_id, position) where state = 'waiting';
--> statement-breakpoint
create index job_rows_claimed on job_rows (subject_id) where state = 'waiting' and claimed_until is not null;
