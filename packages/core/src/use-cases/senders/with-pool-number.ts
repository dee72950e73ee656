import type { Account } from '../../model/accounts/account.js'
import { refusalOf } from '../../model/consent/consent.js'
import { poolNumbersOf, usedOf } from '../../model/senders/pool-numbers.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { checkPool, pooledSenders } from './check-from.js'
import { keepNumbers } from './keep-numbers.js'

type SendFromPool = {
  readonly account: Account
  readonly from: string
  readonly to: PhoneNumber
  readonly mediaUrl: string | null
}

/**
 * The send with the number that its recipient has in the pool. Assigns a number to a recipient without one, unless the
 * recipient has not consented: then the send is refused later. Returns an error if nothing can be sent from the pool.
 */
export async function withPoolNumber<S extends SendFromPool>(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  send: S,
): Promise<S | DomainError> {
  const { account, from, to, mediaUrl } = send
  try {
    return await unitOfWork.run(async (stores) => {
      const pooled = await pooledSenders(stores, account, from)
      checkPool(pooled, { from, hasMedia: mediaUrl !== null })
      const { pool, senders } = pooled!
      const numbers = poolNumbersOf(pool.numbers, senders)
      if (refusalOf(await stores.consents.find(account.id, to)) !== null)
        return { ...send, from: usedOf(numbers)[0]!.number }
      const kept = await keepNumbers(stores, { account: account.id, pool, numbers, phones: [to] })
      return { ...send, from: kept.get(to)! }
    })
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
