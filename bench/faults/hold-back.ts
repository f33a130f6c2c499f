import type { Store } from "@/tracking-service/store/database";

/**
 * Makes the service's outbox obey a plan: a notification is not tried before the instant `held_back` names, however often
 * a recovery makes everything due at once. One without a plan waits for a share of the window that its number and the
 * seed decide, so that deliveries arrive shuffled within the window.
 */
export async function holdDeliveriesBack({ pool }: Store, seed: number, windowMs: number): Promise<void> {
  await pool.query("create table if not exists held_back (id uuid primary key, until timestamptz not null)");
  await pool.query(`
    create or replace function hold_back() returns trigger language plpgsql as $$
    declare
      share constant double precision := (hashtextextended(new.sequence::text, ${seed}) & 65535) / 65536.0;
      held timestamptz;
    begin
      if new.delivery_status <> 'pending' or new.tries > 0 then return new; end if;
      insert into held_back values (new.id, new.stored_at + make_interval(secs => share * ${windowMs / 1_000}))
      on conflict do nothing;
      select until into held from held_back where id = new.id;
      if new.next_try_at < held then new.next_try_at := held; end if;
      return new;
    end $$`);
  await pool.query(`
    create or replace trigger hold_back before insert or update of next_try_at on webhook_notifications
    for each row execute function hold_back()`);
}

/** Lets what was reported ahead go, so many a second in its order, each shuffled within the window by the seed. */
export async function release(
  { pool }: Store,
  { seed, windowMs, perSecond }: { seed: number; windowMs: number; perSecond: number },
): Promise<void> {
  await pool.query(
    `insert into held_back
     select id, now() + make_interval(secs => (row_number() over (order by sequence)) / $1::float8
       + (hashtextextended(sequence::text, $2) & 65535) / 65536.0 * $3::float8)
     from webhook_notifications where delivery_status = 'pending'
     on conflict (id) do update set until = excluded.until`,
    [perSecond, seed, windowMs / 1_000],
  );
  await pool.query(
    "update webhook_notifications n set next_try_at = h.until from held_back h where h.id = n.id and delivery_status = 'pending'",
  );
}
