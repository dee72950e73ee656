import type { Account } from '../../model/accounts/account.js'
import { describeCap, type FrequencyCap } from '../../model/frequency/frequency-cap.js'
import { freeAtMs, withoutMessage, withMessage } from '../../model/frequency/frequency-use.js'
import type { UsesByPhone } from '../../model/frequency/frequency-store.js'
import type { Message } from '../../model/messages/message.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidInput, type DomainError } from '../../values/errors.js'
import type { MessageId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { cappedAmong, sentToNumbers } from './capped-among.js'

/** A single send that respects the account's frequency caps. */
export type CappedSend = {
  readonly account: Account
  readonly to: PhoneNumber
  readonly now: Date
}

/** A cap that allows no further message to the number now, and when all caps allow the next one. */
export type ReachedCap = { readonly cap: FrequencyCap; readonly freeAt: Date }

/** Takes no locks: for previews. */
export async function capReachedFor(stores: Stores, send: CappedSend): Promise<ReachedCap | null> {
  const { account, to } = send
  if (account.frequencyCaps.length === 0) return null
  return reachedWith(stores, send, await stores.frequencies.find(account.id, [to]))
}

/**
 * Reserves the send before it is accepted, if a cap counts single sends, so that concurrent sends together keep within
 * the caps. The reservation ends by itself a minute later; from its acceptance the message itself counts.
 */
export async function reserveWithinCaps(
  unitOfWork: UnitOfWork,
  message: Pick<Message, 'id'>,
  send: CappedSend,
): Promise<ReachedCap | null> {
  const { account, to, now } = send
  if (account.frequencyCaps.length === 0) return null
  if (account.frequencyCaps.every(({ counts }) => counts === 'bulk')) {
    return unitOfWork.run((stores) => capReachedFor(stores, send))
  }
  return unitOfWork.run(async (stores) => {
    const uses = await stores.frequencies.lock(account.id, [to])
    // The unit of work may run again after it was committed.
    const others = withoutMessage(uses.get(to) ?? [], message.id)
    const reached = await reachedWith(stores, send, new Map([[to, others]]))
    if (reached !== null) return reached
    const reserved = withMessage(others, { message: message.id, atMs: now.getTime(), isReserved: true })
    await stores.frequencies.save(account.id, new Map([[to, reserved]]))
    return null
  })
}

/** Ends the reservation of a send that is refused for another reason. */
export async function endReservation(
  { frequencies }: Pick<Stores, 'frequencies'>,
  { account, to }: CappedSend,
  message: MessageId,
): Promise<void> {
  if (account.frequencyCaps.every(({ counts }) => counts === 'bulk')) return
  await frequencies.giveBack(account.id, [{ phone: to, message }])
}

export function capRefusal(to: string, { cap, freeAt }: ReachedCap): DomainError {
  const message = `has had as many messages as a frequency cap of the account allows, ${describeCap(cap)}`
  return invalidInput('to', `${message}: ${to} can get the next message at ${freeAt.toISOString()}`)
}

async function reachedWith(
  stores: Stores,
  { account, to, now }: CappedSend,
  uses: UsesByPhone,
): Promise<ReachedCap | null> {
  const question = { account: account.id, caps: account.frequencyCaps, phones: [to], uses, now }
  const caps = (await cappedAmong(stores, question)).get(to)
  if (caps === undefined) return null
  const sentTo = await sentToNumbers(stores, question)
  const freeAt = Math.max(...caps.map((cap) => freeAtMs(cap, sentTo(to), now.getTime())))
  return { cap: caps[0], freeAt: new Date(freeAt) }
}
