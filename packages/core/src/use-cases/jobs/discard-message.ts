import type { ConsentDeps } from '../../model/consent/consent-log.js'
import type { DeadJobOf } from '../../model/jobs/job.js'
import { FAILURES } from '../../model/messages/failures.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'
import { takenBefore } from '../messages/begin-attempt.js'
import { countInBroadcast, judgeAfter } from '../messages/count-in-broadcast.js'
import { withReceipt } from '../messages/receive-receipt.js'
import { failed, unknownOutcome } from '../messages/settlement.js'

export type DiscardMessageOptions = ConsentDeps & { readonly now: Date; readonly eventId: EventId }

/**
 * Ends the message of a discarded job, so that it is not queued for ever: sent if a receipt proves it, with an unknown
 * outcome if it may have reached the provider, and otherwise failed. A message that has a newer job stays unchanged.
 */
export async function discardMessage(
  stores: Stores,
  { account, id, payload }: DeadJobOf<'finish-message'>,
  options: DiscardMessageOptions,
): Promise<void> {
  const before = (await stores.messages.lock(account, [payload.message])).get(payload.message)
  if (before === undefined || before.phase === null || (await stores.jobs.exists(account, id))) return
  // A new attempt: the outcome of an earlier one that is still on its way changes nothing any more.
  const message: Message = { ...before, phase: 'submitting', attempt: before.attempt + 1 }
  const wasOpen = before.phase === 'submitting'
  const settlement =
    (await takenBefore(stores, message, options)) ??
    (wasOpen ? unknownOutcome(message, options) : failed(message, FAILURES.discarded, options))
  await stores.messages.save([message])
  await countInBroadcast(stores, options.ids, settlement.message, options.now)
  const [settled] = await stores.singleSends.settle([settlement])
  if (settled?.receipt) await withReceipt(stores, settlement.message, settled.receipt, options)
  await judgeAfter(stores, options.ids, settlement.message, options.now)
}
