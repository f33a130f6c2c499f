-- Which claim holds a row: a process that went on after its lease ended finds another id, or none, and writes nothing.
alter table webhook_notifications add column lease_id uuid;
alter table documents add column lease_id uuid;
