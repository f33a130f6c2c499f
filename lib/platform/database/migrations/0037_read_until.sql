-- A fetch is dated by when it was sent and was read later, until it was answered: what a notification made in between
-- tells as well is that one's to tell (lib/mirror/seen-by-fetch.ts).
-- In the order in which workers take these tables, which may be at work meanwhile.
alter table shipments add column read_until timestamptz;
alter table reports add column read_until timestamptz;
alter table containers add column read_until timestamptz;
