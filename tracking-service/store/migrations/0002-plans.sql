-- What an account's plan lets it do, and who acted: the key a person asked with.
alter table accounts
  add column plan text not null default 'paid' check (plan in ('free', 'trial', 'paid')),
  add column trial_ends_at timestamptz,
  add column features text[] not null default '{routing_data,rail_lfd,container_refresh}';
alter table shipments add column stopped_by_key_id uuid references api_keys;
alter table tracking_requests add column created_by_key_id uuid references api_keys;
