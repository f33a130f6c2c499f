-- Records of the list that the round saw, in all passes.
alter table round_lists add column seen integer not null default 0;
--> statement-breakpoint
-- The age of the mirror's newest fact about a record when it vanished: any later word says that it is there again.
alter table sightings add column last_word timestamptz;
--> statement-breakpoint
create index sightings_vanished on sightings (type, id) where vanished_at is not null;
--> statement-breakpoint
-- When a record's party roles were last asked for, whatever came of it.
alter table role_readings add column tried_at timestamptz;
