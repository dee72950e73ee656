import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { watchTime, type WatchTime } from '../broadcasts/watch-time.js'
import { withAdmin } from '../client/admin-client.js'
import type { FoundDelivery } from './webhook-deliveries.js'
import { responseText } from './webhook-words.js'
import type { OneWebhook } from './webhooks.js'

/** Sends a test event and waits for the result of its first attempt. Throws if the endpoint did not accept it. */
export async function testWebhook({ json, ...webhook }: OneWebhook, shell: Shell, time = watchTime): Promise<void> {
  const { account, id } = webhook
  const found = await withAdmin(shell, async (admin) => {
    const one = { account, webhookId: id }
    const { eventId } = await admin.webhooks.test(one)
    return firstTryOf({ read: () => admin.webhooks.delivery({ ...one, eventId }), time, shell })
  })
  if (json) shell.stdout.write(asJson(found))
  const tried = found.attempts.at(-1)
  if (tried === undefined) throw new UserError(notTried(found, webhook))
  const outcome = `${found.eventId}: ${responseText(tried)}, after ${tried.tookMs} ms`
  if (found.status !== 'delivered') throw new UserError(`${outcome}${nextOf(found)}`)
  if (!json) shell.stdout.write(`${outcome}\n`)
}

type Watching = {
  readonly read: () => Promise<FoundDelivery>
  readonly time: WatchTime
  readonly shell: Shell
}

const POLL_EVERY_MS = 200
/** Workers poll every second, and the endpoint has 15 seconds to respond. */
const WAIT_MAX_MS = 30_000

/** The delivery after its first attempt, or after the maximum wait. */
async function firstTryOf({ read, time, shell }: Watching): Promise<FoundDelivery> {
  const deadlineMs = time.nowMs() + WAIT_MAX_MS
  for (;;) {
    const found = await read()
    if (found.attempts.length > 0 || time.nowMs() >= deadlineMs) return found
    await time.pause(POLL_EVERY_MS, shell.interrupted)
  }
}

function notTried({ eventId }: FoundDelivery, { account, id }: Omit<OneWebhook, 'json'>): string {
  const later = `carillon webhooks delivery ${id} ${eventId} --account ${JSON.stringify(account)}`
  return `${eventId} was not sent within ${WAIT_MAX_MS / 1_000} s: check that a worker is running, or start one, for example with carillon worker. It then sends the event; ${later} shows the outcome`
}

function nextOf({ status, nextAttemptAt }: FoundDelivery): string {
  if (status !== 'pending') return ''
  return `. The next attempt is ${nextAttemptAt === undefined ? 'after the webhook is enabled' : `at ${clockOf(nextAttemptAt)}`}`
}
