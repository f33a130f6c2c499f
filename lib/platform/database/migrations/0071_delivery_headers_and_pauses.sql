-- Headers that the dashboard adds to a request for itself are no longer stored with a delivery. Those of the archive are
-- removed when a delivery is read.
update inbox set headers = (
  select jsonb_object_agg(name, value) from jsonb_each(headers) as each(name, value) where name not like 'x-peer-%')
where headers is not null and exists (select from jsonb_object_keys(headers) as name where name like 'x-peer-%');
--> statement-breakpoint
-- Takes one request of a bucket's budget, or returns how many milliseconds to wait for one. A null `capacity` counts
-- nothing. When the circuit breaker's time is over, one request passes, and others wait until it has ended. A pause that is
-- longer than any that is stored now, as after the clock was set back, is shortened.
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
  if paused > at + interval '15 minutes' then
    paused := at + interval '15 minutes';
    update rate_limit_pauses set paused_until = paused where bucket = asked;
  end if;
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
