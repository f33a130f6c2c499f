-- Tables and columns get the standard terms of docs/glossary.md. No data changes.
alter table awaited_boxes rename to expected_containers;
alter table journeys rename column told_until to published_until;
