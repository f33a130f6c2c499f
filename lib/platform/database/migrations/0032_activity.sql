-- Who acted and what was done are each looked up by themselves, newest first.
create index audit_entries_actor on audit_entries (actor, id desc);
--> statement-breakpoint
create index audit_entries_action on audit_entries (action, id desc);
