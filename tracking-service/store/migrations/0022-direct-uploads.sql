-- Files on their way to a document (supplement-2.md, 2. Upload). Content is null until the bytes have come.
create table direct_uploads (
  id uuid primary key,
  account_id uuid not null references accounts,
  secret text not null,
  filename text not null,
  content_type text not null,
  byte_size integer not null,
  checksum text not null,
  content bytea,
  created_at timestamptz not null
);
create index direct_uploads_account on direct_uploads (account_id, created_at);
