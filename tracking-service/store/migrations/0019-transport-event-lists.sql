-- The list of a container's transport events has deadlines too, newest first.
create index transport_events_listed on transport_events (container_id, created_at desc);
