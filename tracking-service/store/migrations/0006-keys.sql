-- When a key last opened something, to the minute: a key nobody uses can be revoked.
alter table api_keys add column last_used_at timestamptz;
create index api_keys_account on api_keys (account_id);
