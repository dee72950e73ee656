import type { Account } from '../../model/accounts/account.js'
import { refusalOf, type Refusal } from '../../model/consent/consent.js'
import { poolNumbersOf } from '../../model/senders/pool-numbers.js'
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

/** Why nothing can be sent from the pool, or not to this recipient. */
export type NotFromPool = { readonly unsendable: DomainError } | { readonly unconsented: Refusal }

/**
 * The send with the number that its recipient has in the pool. Assigns a number to a recipient without one. A recipient who
 * has not consented gets none, and the send must be refused, even if the recipient consents meanwhile.
 */
export async function withPoolNumber<S extends SendFromPool>(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  send: S,
): Promise<S | NotFromPool> {
  const { account, from, to, mediaUrl } = send
  try {
    return await unitOfWork.run(async (stores) => {
      const pooled = await pooledSenders(stores, account, from)
      checkPool(pooled, { from, hasMedia: mediaUrl !== null })
      const { pool, senders } = pooled!
      const refusal = refusalOf(await stores.consents.find(account.id, to))
      if (refusal !== null) return { unconsented: refusal }
      const numbers = poolNumbersOf(pool.numbers, senders)
      const kept = await keepNumbers(stores, { account: account.id, pool, numbers, phones: [to] })
      return { ...send, from: kept.get(to)! }
    })
  } catch (error) {
    if (error instanceof DomainError) return { unsendable: error }
    throw error
  }
}
