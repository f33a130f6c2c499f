-- Which of an account's containers a vessel left a port with last: where it is follows from that.
create index transport_events_vessel on transport_events (account_id, (places -> 'vessel' ->> 'id'), happened_at desc)
  where milestone and event in (
    'container.transport.vessel_departed',
    'container.transport.feeder_departed',
    'container.transport.transshipment_departed'
  );
