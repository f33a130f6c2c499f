-- Standard names for tables and columns (docs/decisions/0024). Nothing else changes.
alter table reports rename to source_updates;
--> statement-breakpoint
alter table rounds rename to sync_runs;
--> statement-breakpoint
alter table sync_runs rename column vanished to deleted_upstream;
--> statement-breakpoint
alter table round_lists rename to sync_run_lists;
--> statement-breakpoint
alter table sync_run_lists rename column round_id to sync_run_id;
--> statement-breakpoint
alter table drift_repairs rename column round_id to sync_run_id;
--> statement-breakpoint
alter table drift_repairs rename column was to old_value;
--> statement-breakpoint
alter table drift_repairs rename column became to new_value;
--> statement-breakpoint
alter table drift_repairs rename column right_at to last_correct_at;
--> statement-breakpoint
alter table sightings rename to seen_records;
--> statement-breakpoint
alter table seen_records rename column round_id to sync_run_id;
--> statement-breakpoint
alter table seen_records rename column vanished_at to deleted_upstream_at;
--> statement-breakpoint
alter table seen_records rename column last_word to last_reported_at;
--> statement-breakpoint
alter table looks rename to last_seen;
--> statement-breakpoint
alter table refetches rename to fetch_queue;
--> statement-breakpoint
alter table fetches rename to fetch_log;
--> statement-breakpoint
alter table role_readings rename to party_role_fetches;
--> statement-breakpoint
alter table plan_gates rename to plan_limits;
--> statement-breakpoint
alter table line_terms rename to per_diem_terms;
--> statement-breakpoint
alter table stale_rows rename to row_rebuild_queue;
--> statement-breakpoint
alter table report_due rename to report_rebuild_queue;
--> statement-breakpoint
alter table request_pauses rename to rate_limit_pauses;
--> statement-breakpoint
alter table service_circuit rename to circuit_breaker;
--> statement-breakpoint
create or replace function note_report_due() returns trigger language plpgsql as $$
begin
  insert into report_rebuild_queue (container_id) select container_id from written;
  return null;
end $$;
--> statement-breakpoint
-- Takes one request of a bucket's budget, or returns how many milliseconds to wait for one. A null `capacity` counts
-- nothing. When the circuit breaker's time is over, one request passes, and others wait until it has ended.
create or replace function take_request(asked text, capacity integer, window_ms integer, out wait_ms integer, out shut_ms integer)
language plpgsql as $$
declare
  at timestamptz;
  span interval := make_interval(secs => window_ms / 1000.0);
  shut timestamptz;
  paused timestamptz;
  used integer;
  leaves timestamptz;
begin
  wait_ms := 0;
  shut_ms := 0;
  perform pg_advisory_xact_lock(4901002, hashtext(asked));
  at := clock_timestamp();
  select closed_until into shut from circuit_breaker where name = 'service';
  if shut > at then
    shut_ms := ceil(extract(epoch from shut - at) * 1000);
    return;
  end if;
  select paused_until into paused from rate_limit_pauses where bucket = asked;
  if paused > at then
    wait_ms := ceil(extract(epoch from paused - at) * 1000);
    return;
  end if;
  if capacity is not null then
    delete from request_log where bucket = asked and sent_at <= at - span;
    select count(*) into used from request_log where bucket = asked;
    if used >= capacity then
      select sent_at into leaves from request_log where bucket = asked
        order by sent_at offset used - capacity limit 1;
      wait_ms := greatest(1, ceil(extract(epoch from leaves + span - at) * 1000));
      return;
    end if;
    insert into request_log (bucket, sent_at) values (asked, at);
  end if;
  if shut > '-infinity' then
    update circuit_breaker set closed_until = at + interval '5 seconds'
      where name = 'service' and closed_until = shut;
    if not found then
      shut_ms := 1000;
    end if;
  end if;
end $$;
--> statement-breakpoint
-- The reports read nothing of what changes here.
alter table board_rows disable trigger report_due_updated;
--> statement-breakpoint
update board_rows set row = row - 'vanishedAt' || jsonb_build_object('deletedUpstreamAt', row -> 'vanishedAt') where row ? 'vanishedAt';
--> statement-breakpoint
alter table board_rows enable trigger report_due_updated;
