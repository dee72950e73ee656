import { periodMs, type FrequencyCap } from '../../model/frequency/frequency-cap.js'
import type { UsesByPhone } from '../../model/frequency/frequency-store.js'
import { reachedCaps, type SentToNumber } from '../../model/frequency/frequency-use.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { activeGroupsOf } from '../groups/active-groups.js'

/** The numbers of one account for which its caps are asked, with their uses. */
export type CapsQuestion = {
  readonly account: AccountId
  readonly caps: readonly FrequencyCap[]
  readonly phones: readonly PhoneNumber[]
  readonly uses: UsesByPhone
  readonly now: Date
}

/** At least one. */
export type ReachedCaps = readonly [FrequencyCap, ...FrequencyCap[]]

type CapStores = Pick<Stores, 'frequencies' | 'groups' | 'contacts' | 'memberships'>

/**
 * The numbers that may get no further message now, each with the caps that are reached, in their order. Single sends and
 * memberships are read only if a cap depends on them.
 */
export async function cappedAmong(
  stores: CapStores,
  question: CapsQuestion,
): Promise<ReadonlyMap<PhoneNumber, ReachedCaps>> {
  const { caps, phones, now } = question
  const sentTo = await sentToNumbers(stores, question)
  const reached = phones.map((phone) => [phone, reachedCaps(caps, sentTo(phone), now.getTime())] as const)
  const holding = reached.filter(([, some]) => some.length > 0)
  const isProtected = await protectionIn(stores, question, holding)
  return new Map(
    holding.flatMap(([phone, some]) => {
      const [first, ...others] = some.filter((cap) => isProtected(cap, phone))
      return first === undefined ? [] : [[phone, [first, ...others]] as const]
    }),
  )
}

/** What was sent to each number; single sends only if a cap counts them. */
export async function sentToNumbers(
  { frequencies }: Pick<Stores, 'frequencies'>,
  { account, caps, phones, uses, now }: CapsQuestion,
): Promise<(phone: PhoneNumber) => SentToNumber> {
  const counting = caps.filter(({ counts }) => counts === 'all')
  const longestMs = Math.max(0, ...counting.map(({ per }) => periodMs(per)))
  const limit = Math.max(0, ...counting.map(({ messages }) => messages))
  const singles =
    counting.length === 0
      ? new Map<PhoneNumber, SentToNumber['singles']>()
      : await frequencies.singles(account, phones, { since: addMs(now, -longestMs), limit })
  return (phone) => ({ uses: uses.get(phone) ?? [], singles: singles.get(phone) ?? [] })
}

/** Whether a cap holds for the number: for everybody, or for the active members of its group. */
async function protectionIn(
  stores: CapStores,
  { account }: CapsQuestion,
  holding: readonly (readonly [PhoneNumber, readonly FrequencyCap[]])[],
): Promise<(cap: FrequencyCap, phone: PhoneNumber) => boolean> {
  const names = new Set(holding.flatMap(([, caps]) => caps.flatMap(({ group }) => group ?? [])))
  if (names.size === 0) return () => true
  const idOf = new Map((await stores.groups.of(account)).map(({ id, name }) => [name, id]))
  const asked = holding.filter(([, caps]) => caps.some(({ group }) => group !== null)).map(([phone]) => phone)
  const active = await activeGroupsOf(stores, account, asked)
  return ({ group }, phone) => {
    if (group === null) return true
    const id = idOf.get(group)
    return id !== undefined && (active.get(phone)?.has(id) ?? false)
  }
}
