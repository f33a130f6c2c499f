-- Holidays, closures and other days of a terminal with their own gate hours: [{"on": "2026-12-25", "open": [], "name": "Christmas"}].
-- The countdown of last free days ends with the last gate (docs/decisions/0040).
alter table terminal_hours add column special_days jsonb not null default '[]';
