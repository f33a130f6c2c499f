-- Attempts to sign in, and the other attempts that are counted with them. Former versions created the table at run time.
create table if not exists sign_in_tries (key text primary key, points integer not null, expire bigint);
--> statement-breakpoint
alter table sign_in_tries rename to sign_in_attempts;
--> statement-breakpoint
alter index sign_in_tries_pkey rename to sign_in_attempts_pkey;
