import { becameTrue } from '../became-true.js'

const STILL_WITHIN_MS = 30_000

/** Waits until no text, or no text to that phone, is left to be submitted. */
export async function untilStill(service, { to = null } = {}) {
  const isStill = async () => (await service.sql(UNFINISHED, { to }))[0].count === 0
  if (!(await becameTrue(isStill, { withinMs: STILL_WITHIN_MS }))) throw new Error('some texts are still queued')
}

const UNFINISHED = `
  select count(*)::integer as count
    from message
   where direction = 'outbound' and status = 'queued' and (:to::text is null or to_number = :to)`
