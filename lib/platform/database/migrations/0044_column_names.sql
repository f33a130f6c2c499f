-- Standard names for columns (docs/decisions/0024). Nothing else changes.
alter table inbox rename column tries to attempts;
--> statement-breakpoint
alter table inbox rename column next_try_at to next_attempt_at;
--> statement-breakpoint
alter table fetch_queue rename column tries to attempts;
--> statement-breakpoint
alter table fetch_queue rename column next_try_at to next_attempt_at;
--> statement-breakpoint
alter table fetch_queue rename column asked_at to requested_at;
--> statement-breakpoint
alter table job_rows rename column tries to attempts;
--> statement-breakpoint
alter table job_rows rename column next_try_at to next_attempt_at;
--> statement-breakpoint
alter table related_fetches rename column tried_at to attempted_at;
--> statement-breakpoint
alter table party_role_fetches rename column tried_at to attempted_at;
--> statement-breakpoint
alter table access_tokens rename column made_by to created_by;
--> statement-breakpoint
alter table plan_limits rename column words to message;
--> statement-breakpoint
alter table follow_up_entries rename column asked to contacted;
