alter table audit_entries add column data jsonb not null default '{}';
