-- A notification and a fetch it led to may tell of one field at one instant, in its order: both are links of the story.
-- That none is told twice is for who tells it (lib/mirror/retell.ts) to see to.
create index changes_notification on changes (notification_id) where notification_id is not null;
--> statement-breakpoint
drop index changes_once;
