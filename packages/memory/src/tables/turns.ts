import type { AccountId } from '@carillon/core'
import { by } from './order.js'

/** Those above the one that was served last come first, then the rest, both by id. */
export function inTurns(
  accounts: readonly AccountId[],
  { after, limit }: { readonly after: AccountId | null; readonly limit: number },
): readonly AccountId[] {
  const isLater = (account: AccountId) => after === null || account > after
  return accounts
    .toSorted(
      by(
        (account) => (isLater(account) ? 0 : 1),
        (account) => account,
      ),
    )
    .slice(0, limit)
}
