import type { Chunk, SliceAttempt } from '../../model/broadcasts/chunk.js'
import { pick } from '../../model/broadcasts/recipients.js'
import type { Stores } from '../../stores/unit-of-work.js'

/** The recipients of a slice who may get the text, and those who are stopped. */
export type CheckedRecipients = { readonly allowed: readonly number[] } & Pick<SliceAttempt, 'stopped' | 'stoppedBy'>

/**
 * Checks the consent of a slice's recipients in the transaction that commits its attempt. The consent stays
 * locked until the attempt is committed, so that a STOP comes either before or after it. `messages/consent-gate` does
 * the same for single messages.
 */
export async function askConsent(
  { consents }: Pick<Stores, 'consents'>,
  { account, recipients }: Chunk,
  indices: readonly number[],
): Promise<CheckedRecipients> {
  const refused = await consents.lockShared(account, pick(recipients.phones, indices))
  if (refused.size === 0) return { allowed: indices, stopped: [] }
  const positions = [...refused.keys()].sort((one, other) => one - other)
  return {
    allowed: indices.filter((_, position) => !refused.has(position)),
    stopped: positions.map((position) => indices[position]!),
    stoppedBy: positions.map((position) => refused.get(position)!),
  }
}
