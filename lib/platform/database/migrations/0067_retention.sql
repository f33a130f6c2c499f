-- Records that were deleted by retention (docs/decisions/0066). Notifications and sync runs do not restore them, and reports
-- keep their rows. number: the container number, or the bill of lading number. shipment_id: that of a container.
create table deleted_by_retention (
  type text not null check (type in ('container', 'shipment', 'tracking_request')),
  id text not null,
  number text not null default '',
  shipment_id text,
  finished_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (type, id)
);
--> statement-breakpoint
create index deleted_by_retention_shipment on deleted_by_retention (shipment_id) where shipment_id is not null;
--> statement-breakpoint
-- Deletes the audit entries up to an id, all of them older than an instant, if they are as many as an export contains. Only this
-- function may delete entries (npm run audit -- export).
create function delete_exported_audit_entries(last_id bigint, older_than timestamptz, exported bigint)
returns bigint language plpgsql as $$
declare
  deleted bigint;
begin
  if older_than > clock_timestamp() - interval '30 days' then
    raise exception 'audit entries of the last 30 days cannot be deleted';
  end if;
  perform set_config('drayboard.deletes_audit_entries', txid_current()::text, true);
  delete from audit_entries where id <= last_id and at < older_than;
  get diagnostics deleted = row_count;
  perform set_config('drayboard.deletes_audit_entries', '', true);
  if deleted <> exported then
    raise exception '% audit entries would be deleted, but % are in the export', deleted, exported;
  end if;
  return deleted;
end
$$;
--> statement-breakpoint
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('drayboard.deletes_audit_entries', true) = txid_current()::text then
    return old;
  end if;
  raise exception 'audit entries cannot be changed or deleted';
end
$$;
