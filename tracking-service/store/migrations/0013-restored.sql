-- One row while the database comes out of a backup and nobody has taken over yet: no webhook delivery is sent meanwhile.
create table restored (
  one boolean primary key default true check (one),
  backup_at timestamptz not null,
  restored_at timestamptz not null
);
