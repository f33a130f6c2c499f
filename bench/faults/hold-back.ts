import type { Store } from "@/tracking-service/store/database";

/**
 * Delays the service's outbox by a schedule. A notification is not sent before its time in `held_back`, even if a
 * recovery makes everything due at once. A notification without an entry waits for a share of the window, derived from
 * its number and the seed. Deliveries therefore arrive in random order within the window.
 */
export async function holdDeliveriesBack({ pool }: Store, seed: number, windowMs: number): Promise<void> {
  await pool.query("create table if not exists held_back (id uuid primary key, until timestamptz not null)");
  await pool.query(`
    create or replace function hold_back() returns trigger language plpgsql as $$
    declare
      share constant double precision := (hashtextextended(new.sequence::text, ${seed}) & 65535) / 65536.0;
      held timestamptz;
    begin
      if new.delivery_status <> 'pending' or new.attempts > 0 then return new; end if;
      insert into held_back values (new.id, new.stored_at + make_interval(secs => share * ${windowMs / 1_000}))
      on conflict do nothing;
      select until into held from held_back where id = new.id;
      if new.next_attempt_at < held then new.next_attempt_at := held; end if;
      return new;
    end $$`);
  await pool.query(`
    create or replace trigger hold_back before insert or update of next_attempt_at on webhook_notifications
    for each row execute function hold_back()`);
}

/**
 * Releases the notifications prepared in advance in order, `perSecond` per second. The seed shuffles each within the
 * window.
 */
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
    "update webhook_notifications n set next_attempt_at = h.until from held_back h where h.id = n.id and delivery_status = 'pending'",
  );
}
