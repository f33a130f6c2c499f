-- Changes are stored by the month in which they were recorded (docs/decisions/0068). Those before 2027 stay in their table, which
-- becomes a partition: no row is copied. Reading it to check the bounds and its new primary key take a few seconds per million.
alter table changes rename to changes_before_2027;
--> statement-breakpoint
alter index changes_subject rename to changes_before_2027_subject;
--> statement-breakpoint
alter index changes_notification rename to changes_before_2027_notification;
--> statement-breakpoint
alter table changes_before_2027 alter column id drop identity;
--> statement-breakpoint
alter table changes_before_2027 drop constraint changes_pkey;
--> statement-breakpoint
create sequence changes_id_seq;
--> statement-breakpoint
select setval('changes_id_seq', coalesce(max(id), 1), max(id) is not null) from changes_before_2027;
--> statement-breakpoint
-- Before PostgreSQL 17 a partitioned table has no identity columns.
alter table changes_before_2027 alter column id set default nextval('changes_id_seq');
--> statement-breakpoint
create table changes (
  id bigint not null default nextval('changes_id_seq'),
  subject_type text not null,
  subject_id text not null,
  field text not null,
  before jsonb,
  after jsonb,
  zone text,
  as_of timestamptz not null,
  recorded_at timestamptz not null default now(),
  notification_id text,
  primary key (id, recorded_at)
) partition by range (recorded_at);
--> statement-breakpoint
alter sequence changes_id_seq owned by changes.id;
--> statement-breakpoint
create index changes_subject on changes (subject_type, subject_id, as_of desc, id desc);
--> statement-breakpoint
create index changes_notification on changes (notification_id) where notification_id is not null;
--> statement-breakpoint
-- Rows of months without a partition: the worker creates partitions ahead.
create table changes_other partition of changes default;
--> statement-breakpoint
with late as (delete from changes_before_2027 where recorded_at >= timestamptz '2027-01-01 00:00:00+00' returning *)
insert into changes_other select * from late;
--> statement-breakpoint
alter table changes_before_2027 add primary key (id, recorded_at);
--> statement-breakpoint
alter table changes attach partition changes_before_2027
  for values from (minvalue) to ('2027-01-01 00:00:00+00');
