-- supplement-2.md, section 3: what a definition demands of a value, and a field without a value.
alter table custom_field_definitions
  add column validation jsonb,
  add column default_format text,
  add column default_value jsonb;
alter table custom_fields alter column value drop not null;
