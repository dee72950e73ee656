import type { Account } from '../../model/accounts/account.js'
import { poolNumbersOf, withoutNumber } from '../../model/senders/pool-numbers.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

type TextedSender = {
  readonly account: Account
  /** The sender that these people have texted. */
  readonly sender: Sender
  readonly phones: readonly PhoneNumber[]
}

/**
 * People who have no number in a pool, and text one of its numbers, keep the number that they texted. So do people whose
 * number is not used any more.
 */
export async function keepTextedNumber(
  { pools, senders }: Pick<Stores, 'pools' | 'senders'>,
  { account, sender, phones }: TextedSender,
): Promise<void> {
  if (phones.length === 0 || sender.status !== 'active') return
  const found = account.pools.filter(({ numbers }) => numbers.includes(sender.number))
  // By id, as the loads of several pools are always locked, to prevent deadlocks.
  for (const pool of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const known = await pools.numbersOf(account.id, pool.id, phones)
    if (phones.every((phone) => known.get(phone) === sender.number)) continue
    const numbers = poolNumbersOf(pool.numbers, await senders.of(account.id))
    if (withoutNumber(phones, known, numbers).length === 0) continue
    await pools.lockLoads(account.id, pool)
    const added = withoutNumber(phones, await pools.numbersOf(account.id, pool.id, phones), numbers)
    await pools.assign(account.id, pool.id, new Map(added.map((phone) => [phone, sender.number])))
  }
}
