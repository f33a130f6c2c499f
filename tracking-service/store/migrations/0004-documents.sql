create table email_submissions (
  id uuid primary key,
  account_id uuid not null references accounts,
  from_address text,
  subject text,
  message_id text,
  -- The message's own date; null when it has none.
  sent_at timestamptz,
  created_at timestamptz not null
);
create index email_submissions_newest on email_submissions (account_id, created_at desc, id desc);

create table documents (
  id uuid primary key,
  account_id uuid not null references accounts,
  email_submission_id uuid references email_submissions,
  name text not null,
  document_type text,
  content_type text not null,
  byte_size integer not null,
  -- SHA-256 of the content in hex: an account keeps a file once.
  checksum text not null,
  -- Signs the addresses under which the file can be fetched for a while.
  download_secret text not null,
  status text not null default 'pending' check (status in ('pending', 'extracted', 'extraction_failed')),
  failed_reason text,
  extracted jsonb,
  attempts integer not null default 0,
  claimed_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, checksum)
);
create index documents_newest on documents (account_id, created_at desc, id desc);
create index documents_waiting on documents (claimed_until) where status = 'pending';

create table document_contents (
  document_id uuid primary key references documents on delete cascade,
  content bytea not null
);

create table document_shipments (
  document_id uuid not null references documents on delete cascade,
  shipment_id uuid not null references shipments,
  primary key (document_id, shipment_id)
);

create table document_containers (
  document_id uuid not null references documents on delete cascade,
  container_id uuid not null references containers,
  primary key (document_id, container_id)
);

-- What came with which message: a file that was there before belongs to the later message too.
create table email_submission_documents (
  email_submission_id uuid not null references email_submissions,
  document_id uuid not null references documents on delete cascade,
  primary key (email_submission_id, document_id)
);
