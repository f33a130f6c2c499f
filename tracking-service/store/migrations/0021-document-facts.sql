-- supplement-2.md, section 2: what the live service says of a document.
alter table documents
  add column document_type_manual text,
  add column extracted_manual jsonb,
  add column source text not null default 'upload' check (source in ('upload', 'api', 'email', 'split_document')),
  add column file_name text,
  add column user_key_id uuid references api_keys;
update documents set source = 'email' where email_submission_id is not null;

-- The text of a message is not kept.
alter table email_submissions
  add column to_addresses jsonb not null default '[]',
  add column cc_addresses jsonb not null default '[]',
  add column in_reply_to text,
  add column reference_ids jsonb not null default '[]',
  add column content_type text;
