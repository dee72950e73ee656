import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 500
/** A live worker's slice takes less time: the provider responds within 5 s, or the worker stops waiting. */
const LIVES_MS = 8_000

/**
 * Watches the open slices, and counts those that stay open for longer than a live worker needs. If the database could
 * not be read, `leftOpen` and `end` throw the error. Makes the database record which worker has opened a slice.
 */
export async function watchSlices(service) {
  await service.sql(RECORD_WORKERS)
  const firstSeenMs = new Map()
  const leftOpen = new Set()
  let isOver = false
  let failure = null
  const watch = async () => {
    while (!isOver) {
      for (const { attempt_id: attempt } of await service.sql(OPEN_SLICES)) {
        if (!firstSeenMs.has(attempt)) firstSeenMs.set(attempt, performance.now())
        if (performance.now() - firstSeenMs.get(attempt) > LIVES_MS) leftOpen.add(attempt)
      }
      await delay(POLL_EVERY_MS)
    }
  }
  const watching = watch().catch((error) => (failure = error))
  const countLeftOpen = () => {
    if (failure !== null) throw failure
    return leftOpen.size
  }
  const stop = async () => {
    isOver = true
    await watching
  }
  return {
    leftOpen: countLeftOpen,
    /** The number of open slices of the worker with this `application_name`. */
    async openOf(worker) {
      const [{ open }] = await service.sql(OPEN_OF_WORKER, { worker })
      return Number(open)
    },
    /** Stops watching, for a caller that ends because of another error. */
    stop,
    async end() {
      await stop()
      return countLeftOpen()
    },
  }
}

const OPEN_SLICES = 'select attempt_id from broadcast_chunk where attempt_id is not null'

const RECORD_WORKERS = `
  create table slice_worker (attempt_id text primary key, worker text not null);
  create function record_worker() returns trigger language plpgsql as $$
    begin
      insert into slice_worker values (new.attempt_id, current_setting('application_name')) on conflict do nothing;
      return null;
    end
  $$;
  create trigger record_worker after update of attempt_id on broadcast_chunk
    for each row when (new.attempt_id is not null) execute function record_worker()`

const OPEN_OF_WORKER = `
  select count(*) as open
    from broadcast_chunk join slice_worker using (attempt_id)
   where slice_worker.worker = :worker`
