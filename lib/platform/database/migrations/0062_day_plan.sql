-- The planned moves and appointments of one day, for the day plan.
create index planned_moves_pickup on planned_moves (pickup_at) where pickup_at is not null;
--> statement-breakpoint
create index planned_moves_delivery on planned_moves (delivery_at) where delivery_at is not null;
--> statement-breakpoint
create index planned_moves_empty_return on planned_moves (empty_return_at) where empty_return_at is not null;
--> statement-breakpoint
create index board_rows_appointment on board_rows (appointment_on) where appointment_on is not null and not picked_up;
