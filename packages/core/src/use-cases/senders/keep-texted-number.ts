import type { Account } from '../../model/accounts/account.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

type TextedSender = {
  readonly account: Account
  /** The sender that these people have texted. */
  readonly sender: Sender
  readonly phones: readonly PhoneNumber[]
}

/** People who have no number in a pool, and text one of its numbers, keep the number that they texted. */
export async function keepTextedNumber(
  { pools }: Pick<Stores, 'pools'>,
  { account, sender, phones }: TextedSender,
): Promise<void> {
  if (phones.length === 0 || sender.status !== 'active') return
  const found = account.pools.filter(({ numbers }) => numbers.includes(sender.number))
  // By id, as the loads of several pools are always locked, to prevent deadlocks.
  for (const pool of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const known = await pools.numbersOf(account.id, pool.id, phones)
    if (phones.every((phone) => known.has(phone))) continue
    await pools.lockLoads(account.id, pool)
    const locked = await pools.numbersOf(account.id, pool.id, phones)
    const added = phones.filter((phone) => !locked.has(phone))
    await pools.assign(account.id, pool.id, new Map(added.map((phone) => [phone, sender.number])))
  }
}
