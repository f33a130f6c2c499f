-- Stored by the wall's clock, which the world's need not follow: what is kept for a fortnight is kept by this one.
alter table webhook_notifications add column stored_at timestamptz not null default now();
drop index webhook_notifications_age;
create index webhook_notifications_age on webhook_notifications (stored_at);
alter table change_events add column stored_at timestamptz not null default now();
create index change_events_age on change_events (stored_at);
create index webhook_notifications_reference on webhook_notifications (reference_id);

create index webhook_notifications_newest on webhook_notifications (account_id, created_at desc, sequence desc);
-- The oldest that waits comes first, however many wait behind it.
create index webhook_notifications_waiting on webhook_notifications (webhook_id, sequence)
  where delivery_status = 'pending';

-- A webhook that is deleted takes its notifications and their log with it.
create index webhook_notifications_webhook on webhook_notifications (webhook_id);
alter table webhook_notifications
  drop constraint webhook_notifications_webhook_id_fkey,
  add foreign key (webhook_id) references webhooks on delete cascade;

-- When the service stopped sending to a webhook by itself; null while it is sent to or was switched off by hand.
alter table webhooks add column given_up_at timestamptz;

-- Where deliveries come from, and when that was last set otherwise.
create table delivery_addresses (
  one boolean primary key default true check (one),
  addresses jsonb not null,
  updated_at timestamptz not null
);
