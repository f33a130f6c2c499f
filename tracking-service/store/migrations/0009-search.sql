-- A number as search compares it: case, spaces, dashes and dots do not matter.
create function search_form(written text) returns text language sql immutable strict parallel safe as $$
  select upper(regexp_replace(written, '[-\s.\u00ad\u058a\u2010-\u2015\u2212\u200b-\u200d\u2060\ufeff]+', '', 'g'))
$$;

-- All numbers of a record, each once, with a line feed before, between and after them: no number holds one, so a
-- text within shows whether it is a whole number, the beginning of one or a part.
create function search_terms_of(written text[]) returns text language sql immutable parallel safe as $$
  select E'\n' || coalesce(string_agg(distinct term, E'\n'), '') || E'\n'
  from (select search_form(each) as term from unnest(written) as each where each is not null) as terms
  where term <> ''
$$;

create function search_texts(list jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select jsonb_array_elements_text(case jsonb_typeof(list) when 'array' then list else '[]' end))
$$;

-- Every three letters in a row, told apart by account. What is contained has no others.
create function search_grams(account uuid, terms text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(left(account::text, 8) || substr(terms, start, 3))
  from generate_series(1, greatest(length(terms) - 2, 1)) as start
$$;

create table search_terms (
  entity_id uuid primary key,
  account_id uuid not null,
  -- shipment, cargo (a container) or tracking_request
  entity_type text not null,
  -- The shipment itself, or the container's.
  shipment_id uuid,
  terms text not null
);
create index search_terms_grams on search_terms using gin (search_grams(account_id, terms));

create function shipment_terms(bill_of_lading_number text, request_number text, attributes jsonb) returns text
language sql immutable parallel safe as $$
  select search_terms_of(array[bill_of_lading_number, request_number, attributes ->> 'bill_of_lading_number',
    attributes ->> 'normalized_number'] || search_texts(attributes -> 'ref_numbers'))
$$;

create function container_terms(number text, attributes jsonb) returns text
language sql immutable parallel safe as $$
  select search_terms_of(array[number] || search_texts(attributes -> 'ref_numbers'))
$$;

create function tracking_request_terms(request_number text, ref_numbers jsonb) returns text
language sql immutable parallel safe as $$
  select search_terms_of(array[request_number] || search_texts(ref_numbers))
$$;

-- Triggers keep the terms, so that whoever writes the records, and many at once, cannot forget them.
create function add_shipment_terms() returns trigger language plpgsql as $$
begin
  insert into search_terms (entity_id, account_id, entity_type, shipment_id, terms)
  select id, account_id, 'shipment', id, shipment_terms(bill_of_lading_number, request_number, attributes) from added;
  return null;
end $$;
create trigger shipments_search_added after insert on shipments
  referencing new table as added for each statement execute function add_shipment_terms();

create function change_shipment_terms() returns trigger language plpgsql as $$
begin
  update search_terms set terms = shipment_terms(new.bill_of_lading_number, new.request_number, new.attributes)
  where entity_id = new.id;
  return null;
end $$;
create trigger shipments_search_changed after update of bill_of_lading_number, request_number, attributes on shipments
  for each row when (
    old.bill_of_lading_number is distinct from new.bill_of_lading_number
    or old.request_number is distinct from new.request_number
    or old.attributes -> 'ref_numbers' is distinct from new.attributes -> 'ref_numbers'
    or old.attributes -> 'bill_of_lading_number' is distinct from new.attributes -> 'bill_of_lading_number'
    or old.attributes -> 'normalized_number' is distinct from new.attributes -> 'normalized_number')
  execute function change_shipment_terms();

create function add_container_terms() returns trigger language plpgsql as $$
begin
  insert into search_terms (entity_id, account_id, entity_type, shipment_id, terms)
  select id, account_id, 'cargo', shipment_id, container_terms(number, attributes) from added;
  return null;
end $$;
create trigger containers_search_added after insert on containers
  referencing new table as added for each statement execute function add_container_terms();

create function change_container_terms() returns trigger language plpgsql as $$
begin
  update search_terms set shipment_id = new.shipment_id, terms = container_terms(new.number, new.attributes)
  where entity_id = new.id;
  return null;
end $$;
create trigger containers_search_changed after update of number, shipment_id, attributes on containers
  for each row when (
    old.number is distinct from new.number
    or old.shipment_id is distinct from new.shipment_id
    or old.attributes -> 'ref_numbers' is distinct from new.attributes -> 'ref_numbers')
  execute function change_container_terms();

create function add_tracking_request_terms() returns trigger language plpgsql as $$
begin
  insert into search_terms (entity_id, account_id, entity_type, shipment_id, terms)
  select id, account_id, 'tracking_request', null, tracking_request_terms(request_number, ref_numbers) from added;
  return null;
end $$;
create trigger tracking_requests_search_added after insert on tracking_requests
  referencing new table as added for each statement execute function add_tracking_request_terms();

create function change_tracking_request_terms() returns trigger language plpgsql as $$
begin
  update search_terms set terms = tracking_request_terms(new.request_number, new.ref_numbers)
  where entity_id = new.id;
  return null;
end $$;
create trigger tracking_requests_search_changed after update of request_number, ref_numbers on tracking_requests
  for each row when (
    old.request_number is distinct from new.request_number or old.ref_numbers is distinct from new.ref_numbers)
  execute function change_tracking_request_terms();

insert into search_terms (entity_id, account_id, entity_type, shipment_id, terms)
select id, account_id, 'shipment', id, shipment_terms(bill_of_lading_number, request_number, attributes) from shipments
union all
select id, account_id, 'cargo', shipment_id, container_terms(number, attributes) from containers
union all
select id, account_id, 'tracking_request', null, tracking_request_terms(request_number, ref_numbers)
from tracking_requests;

-- What GET /shipments can be asked for. ISO 8601 in UTC sorts as text.
create index shipments_arrival on shipments
  (account_id, (coalesce(attributes ->> 'pod_ata_at', attributes ->> 'pod_eta_at')));
create index shipments_port_of_lading on shipments (account_id, (attributes ->> 'port_of_lading_locode'));
create index shipments_port_of_discharge on shipments (account_id, (attributes ->> 'port_of_discharge_locode'));
create index shipments_stopped on shipments (account_id, created_at desc, id desc)
  where tracking_stopped_at is not null;
