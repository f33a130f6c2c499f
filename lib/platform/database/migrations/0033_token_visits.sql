-- Who had a link open, for what counts as one view; told to nobody and forgotten after a day. A crash forgets it sooner.
create unlogged table token_visits (
  token_id uuid not null references access_tokens (id) on delete cascade,
  -- A digest of the link and the visitor's network.
  visitor text not null,
  seen_at timestamptz not null,
  primary key (token_id, visitor)
);
--> statement-breakpoint
create index token_visits_seen_at on token_visits (seen_at);
--> statement-breakpoint
-- What somebody gave out, for the list of people.
create index access_tokens_made_by on access_tokens (made_by) where revoked_at is null;
