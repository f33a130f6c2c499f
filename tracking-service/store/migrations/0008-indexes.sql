-- Counting an account's records reads one index: the narrowest there can be.
create index containers_account on containers (account_id);
create index shipments_account on shipments (account_id);
