-- Every request to the service in the last minute, by bucket: what keeps all processes together under its limits.
create table request_log (
  id bigint generated always as identity primary key,
  bucket text not null,
  sent_at timestamptz not null
);
--> statement-breakpoint
create index request_log_bucket on request_log (bucket, sent_at);
--> statement-breakpoint
-- Until when a bucket is not used because the service said Retry-After.
create table request_pauses (
  bucket text primary key,
  paused_until timestamptz not null
);
--> statement-breakpoint
-- One row: how often in a row the service did not answer, and until when it is not asked because of that.
create table service_circuit (
  name text primary key,
  failures integer not null default 0,
  closed_until timestamptz not null default '-infinity'
);
--> statement-breakpoint
insert into service_circuit (name) values ('service');
--> statement-breakpoint
-- What the service refused or left unanswered lately, for the settings page.
create table request_failures (
  id bigint generated always as identity primary key,
  failed_at timestamptz not null default clock_timestamp(),
  request text not null,
  code text not null,
  message text not null
);
--> statement-breakpoint
-- Takes a place for one request, or says how many milliseconds to wait for one. `capacity` null counts nothing. The
-- circuit lets one request through when its time is over, and keeps the others out while that one is under way.
create function take_request(asked text, capacity integer, window_ms integer, out wait_ms integer, out shut_ms integer)
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
  select closed_until into shut from service_circuit where name = 'service';
  if shut > at then
    shut_ms := ceil(extract(epoch from shut - at) * 1000);
    return;
  end if;
  select paused_until into paused from request_pauses where bucket = asked;
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
    update service_circuit set closed_until = at + interval '5 seconds'
      where name = 'service' and closed_until = shut;
    if not found then
      shut_ms := 1000;
    end if;
  end if;
end $$;
