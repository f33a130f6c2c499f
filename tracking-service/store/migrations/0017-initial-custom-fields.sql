-- Values that a tracking request sets on its shipment and containers once they exist. Null: none.
alter table tracking_requests add column initial_custom_fields jsonb;
create index tracking_requests_initial_fields on tracking_requests (shipment_id) where initial_custom_fields is not null;

-- Search leaves out requests for a number that is a shipment's BOL.
create index shipments_bill_of_lading on shipments (account_id, bill_of_lading_number);
