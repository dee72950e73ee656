/** Makes the database record the order in which STOPs and attempts are committed. */
export async function watchOrder(service) {
  await service.sql(WATCH)
  return {
    /** Checks that no attempt includes a number whose STOP was committed earlier. Returns the number of attempts. */
    async judge({ broadcast, stops }) {
      const stored = await service.sql(STOPS, { broadcast })
      const placeOf = new Map(stored.map(({ phone, place }) => [phone, BigInt(place)]))
      if (placeOf.size !== stops || stored.length !== stops) {
        throw new Error(`${stored.length} opt-outs for ${stops} STOPs`)
      }
      const attempts = await service.sql(ATTEMPTS, { broadcast })
      for (const { place, indices, phones } of attempts) {
        const column = phones.split(',')
        const late = indices.find((index) => placeOf.get(column[index]) < BigInt(place))
        if (late !== undefined) throw new Error(`an attempt at ${column[late]} was committed after its STOP`)
      }
      return attempts.length
    },
  }
}

/**
 * Numbers the commits of STOPs and attempts. A transaction takes its number at its end, and keeps its locks until it
 * has committed: if one transaction waits for another's locks, the first to commit has the lower number.
 */
const WATCH = `
  create sequence campaign_order;
  create table campaign_stop (account_id text, phone text, place bigint);
  create table campaign_attempt (account_id text, broadcast_id text, number integer, indices json, place bigint);

  create function campaign_note_stop() returns trigger language plpgsql as $$ begin
    insert into campaign_stop values (new.account_id, new.phone, nextval('campaign_order'));
    return null;
  end $$;
  create constraint trigger campaign_stop after update on consent deferrable initially deferred for each row
    when (new.opted_out_at is not null and old.opted_out_at is distinct from new.opted_out_at)
    execute function campaign_note_stop();

  create function campaign_note_attempt() returns trigger language plpgsql as $$ begin
    insert into campaign_attempt
    values (new.account_id, new.broadcast_id, new.number, new.attempt -> 'indices', nextval('campaign_order'));
    return null;
  end $$;
  create constraint trigger campaign_attempt after update on broadcast_chunk deferrable initially deferred for each row
    when (new.attempt_id is distinct from old.attempt_id and new.attempt_id is not null)
    execute function campaign_note_attempt()`

const STOPS = `
  select phone, place
    from campaign_stop
    join broadcast using (account_id)
   where broadcast.id = :broadcast`

/** The attempts of a broadcast's slices, with their places in the commit order and their chunks' phone numbers. */
const ATTEMPTS = `
  select attempt.place, attempt.indices, chunk.phones
    from campaign_attempt as attempt
    join broadcast_chunk as chunk using (account_id, broadcast_id, number)
   where attempt.broadcast_id = :broadcast`
