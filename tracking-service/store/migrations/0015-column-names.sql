-- Standard names for columns (docs/glossary.md). No data changes.
alter table webhook_notifications rename column tries to attempts;
alter table webhook_notifications rename column free_tries to free_attempts;
alter table webhook_notifications rename column next_try_at to next_attempt_at;
alter table webhook_notifications rename column tried_at to attempted_at;
alter table webhooks rename column given_up_at to abandoned_at;
alter table webhook_notification_logs rename column tried_at to attempted_at;
alter table tracking_requests rename column troubled_tries to failed_attempts;
