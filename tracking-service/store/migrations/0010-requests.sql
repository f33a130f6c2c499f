-- Trouble at the line: tries in a row that met it, and how many tries of the last such row were repeated ones.
alter table tracking_requests
  add column troubled_tries integer not null default 0,
  add column retry_count integer,
  -- Since when the line has been asked daily for a shipment it has not manifested.
  add column awaiting_since timestamptz;
update tracking_requests set awaiting_since = created_at where status = 'awaiting_manifest';
