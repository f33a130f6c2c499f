-- What the team keeps about a party beside the service: the contact of its dispatch office, and whether it is archived.
-- `version` counts the saved contacts; 0 means none. `merged_into` is the party that took over the roles of this one.
create table party_details (
  party_id text primary key,
  dispatch_office text not null default '',
  phone text not null default '',
  email text not null default '',
  note text not null default '',
  archived_at timestamptz,
  merged_into text,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default now(),
  version integer not null default 0
);
