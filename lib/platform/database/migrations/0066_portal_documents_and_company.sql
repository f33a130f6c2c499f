-- Whether a customer sees the documents of their containers. Off until an admin allows it.
alter table users add column sees_documents boolean not null default false;
--> statement-breakpoint
-- The company's name and logo on the pages of outsiders and on prints. The logo is a PNG that Drayboard encoded itself.
create table company (
  only_row boolean primary key default true check (only_row),
  name text not null default '',
  logo bytea,
  logo_version text,
  check ((logo is null) = (logo_version is null))
);
