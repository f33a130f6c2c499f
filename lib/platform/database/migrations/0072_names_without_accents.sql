-- A name as it is compared: lower case and without accents. lib/platform/text/fold-text.ts is the same in the dashboard.
create function fold_text(value text) returns text language sql immutable strict parallel safe
return lower(translate(
  replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
  'øØłŁđĐðÐħĦı', 'oollddddhhi'));
--> statement-breakpoint
-- As in migration 0059: without the extension, all notes are read.
drop index if exists planned_moves_note;
--> statement-breakpoint
do $do$
begin
  create index planned_moves_note on planned_moves using gin (fold_text(note) gin_trgm_ops) where note <> '';
exception when undefined_object then
  raise notice 'no index for search: %', sqlerrm;
end $do$;
--> statement-breakpoint
drop index follow_ups_contact;
--> statement-breakpoint
-- The follow-ups of a contact, newest first, of which the email and phone are known.
create index follow_ups_contact on follow_ups (fold_text(owner), created_at desc)
  where contact_email <> '' or contact_phone <> '';
