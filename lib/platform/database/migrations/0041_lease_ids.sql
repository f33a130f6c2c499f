-- Which claim holds a row: a process that went on after its lease ended finds another id, or none, and writes nothing.
alter table refetches add column lease_id uuid;
--> statement-breakpoint
alter table job_rows add column lease_id uuid;
