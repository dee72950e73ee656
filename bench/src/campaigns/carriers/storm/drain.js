import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 250
const DRAINED_WITHIN_MS = 240_000
const ATTEMPT_LEASE_MS = 10_000

/**
 * Waits until every text has an end, except those of the carrier that is gone. Brings retries forward, because their
 * backoff can be minutes; and questions, once no submission of the server can be in progress any more.
 */
export async function drain(service, { except }) {
  const start = performance.now()
  await until(async () => {
    await service.sql(BRING_FORWARD, { except, isQuiet: performance.now() - start > ATTEMPT_LEASE_MS })
    const [left] = await service.sql(LEFT, { except })
    return left.texts === 0 && left.chunks === 0 ? null : `${left.texts} texts and ${left.chunks} chunks have no end`
  })
}

/** Ends the hour of retries of the sender whose carrier is gone, and waits until its texts have failed. */
export async function giveUp(service, { sender }) {
  if (sender === null) return
  await until(async () => {
    await service.sql(LET_AN_HOUR_PASS, { sender })
    const [{ jobs }] = await service.sql('select count(*)::integer as jobs from job')
    return jobs === 0 ? null : `${jobs} jobs are left`
  })
}

async function until(faultOf) {
  const deadline = performance.now() + DRAINED_WITHIN_MS
  for (;;) {
    const fault = await faultOf()
    if (fault === null) return
    if (performance.now() > deadline) throw new Error(`after ${DRAINED_WITHIN_MS / 1000} s, ${fault}`)
    await delay(POLL_EVERY_MS)
  }
}

/** A text that waits is at no carrier. Jobs without a fence are not being run. */
const BRING_FORWARD = `
  update job
     set run_at = now() + interval '1 second'
    from message
    left join sender on sender.account_id = message.account_id and sender.number = message.from_number
   where kind = 'finish-message' and fence is null and run_at > now() + interval '1 second'
     and message.account_id = job.account_id and message.id = job.payload->>'message' and (phase = 'waiting' or :isQuiet)
     and carrier is distinct from :except`

const LEFT = `
  select (select count(*)::integer
            from message
            left join sender on sender.account_id = message.account_id and sender.number = message.from_number
           where direction = 'outbound' and message.status = 'queued' and carrier is distinct from :except) as texts,
         (select count(*)::integer from job where kind = 'dispatch-chunk') as chunks`

const LET_AN_HOUR_PASS = `
  update job
     set run_at = now(),
         payload = jsonb_set(payload::jsonb, '{sinceMs}', to_jsonb(floor(extract(epoch from now()) * 1000)::bigint - 3600000))
    from message
   where kind = 'finish-message' and fence is null
     and message.account_id = job.account_id and message.id = job.payload->>'message'
     and phase = 'waiting' and from_number = :sender`
