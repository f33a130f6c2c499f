-- When the schedule's next try is due. next_try_at is earlier where a try was brought forward, which does not count.
alter table webhook_notifications add column scheduled_at timestamptz;
alter table webhook_notifications add column tried_at timestamptz;
alter table webhook_notifications add column free_tries integer not null default 0;
update webhook_notifications set scheduled_at = next_try_at where delivery_status = 'pending' and tries > 0;

-- A receiver that asks for a pause is sent nothing until then.
alter table webhooks add column not_before timestamptz;
