import { pick } from '../../model/broadcasts/recipients.js'
import type { FrequencyCap } from '../../model/frequency/frequency-cap.js'
import type { UsesByPhone } from '../../model/frequency/frequency-store.js'
import { withoutMessage, withMessage, type FrequencyUse } from '../../model/frequency/frequency-use.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { DueSlice, Home, OpenSlice } from '../broadcasts/slice.js'
import { cappedAmong } from '../frequency/capped-among.js'
import { countedIn, messagesTo } from '../frequency/give-back.js'
import type { CheckedRecipients } from './consent-gate.js'
import { LANDLINE } from './slice-settlement.js'
import { withStops, type Stop } from './with-stops.js'

export type FrequencyCheck = {
  readonly home: Home
  /** The caps of the account as they are now. */
  readonly caps: readonly FrequencyCap[]
  readonly due: DueSlice
  readonly now: Date
}

/** The recipients who may get the text by the caps too. `uses` are locked; null if the account has no caps. */
export type CapsChecked = { readonly checked: CheckedRecipients; readonly uses: UsesByPhone | null }

/**
 * Stops the recipients who have had as many messages as a cap of the account allows. What was sent to them stays locked
 * until the attempt is committed, so that broadcasts to the same people together keep within the caps. What an earlier
 * attempt counted for the same message does not stop it. Does nothing for an account without caps.
 */
export async function stopCapped(
  stores: Stores,
  { home, caps, due, now }: FrequencyCheck,
  checked: CheckedRecipients,
): Promise<CapsChecked> {
  const before = [...due.again, ...due.overdue, ...due.late]
  if (caps.length === 0 && countedIn(before).length === 0) return { checked, uses: null }
  const { account, recipients } = home.chunk
  const { allowed, ...stops } = checked
  const locked = new Set([...allowed, ...before.map(({ index }) => index)])
  const uses = await stores.frequencies.lock(account, pick(recipients.phones, [...locked]))
  const others = new Map(uses)
  for (const { phone, message } of messagesTo(home, countedIn(before))) {
    others.set(phone, withoutMessage(others.get(phone) ?? [], message))
  }
  const phones = pick(recipients.phones, allowed)
  const capped = await cappedAmong(stores, { account, caps, phones, uses: others, now })
  const more = allowed.flatMap((index): readonly Stop[] => {
    const [cap] = capped.get(recipients.phones[index]!) ?? []
    return cap === undefined ? [] : [{ index, by: { cap } }]
  })
  const stopped = new Set(more.map(({ index }) => index))
  return { checked: { allowed: allowed.filter((index) => !stopped.has(index)), ...withStops(stops, more) }, uses }
}

/**
 * Counts the messages that the attempt submits, and gives back what earlier attempts had counted for recipients who will
 * not get the message any more. Returns what the attempt remembers of it.
 */
export async function countSubmitted(
  { frequencies }: Pick<Stores, 'frequencies'>,
  { home, due, now }: FrequencyCheck,
  { uses }: CapsChecked,
  indices: readonly number[],
): Promise<{ readonly isCounted?: true }> {
  if (uses === null) return {}
  const submitted = new Set(indices)
  const ended = [...due.again.filter(({ index }) => !submitted.has(index)), ...due.overdue, ...due.late]
  const changed = new Map<PhoneNumber, readonly FrequencyUse[]>()
  const usesOf = (phone: PhoneNumber) => changed.get(phone) ?? uses.get(phone) ?? []
  for (const { phone, message } of messagesTo(home, countedIn(ended))) {
    changed.set(phone, withoutMessage(usesOf(phone), message))
  }
  for (const { phone, message } of messagesTo(home, indices)) {
    changed.set(phone, withMessage(usesOf(phone), { message, atMs: now.getTime() }))
  }
  if (changed.size > 0) await frequencies.save(home.chunk.account, changed)
  return indices.length > 0 ? { isCounted: true } : {}
}

/** Gives back what the attempt had counted for messages that were never submitted, or that the provider did not take. */
export async function giveBackSettled(
  { frequencies }: Pick<Stores, 'frequencies'>,
  slice: OpenSlice,
  outcomes: readonly SubmissionOutcome[],
  skipped: readonly number[],
): Promise<void> {
  const { attempt, chunk } = slice
  if (!attempt.isCounted) return
  const unused = [...attempt.indices.filter((_, i) => outcomes[i] === LANDLINE), ...skipped]
  if (unused.length > 0) await frequencies.giveBack(chunk.account, messagesTo(slice, unused))
}
