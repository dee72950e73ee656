import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sessionQuery, type AccountOfUser, type Session } from '../api/session.js'

/** The session of the person. Only for pages below the session route, which has loaded it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The account in the URL; null on the pages that belong to no account. */
export function useAccountOrNull(): AccountOfUser | null {
  const { account: id } = useParams({ strict: false })
  const { accounts } = useSession()
  return accounts.find((account) => account.id === id) ?? null
}

/** The account of the page. */
export function useAccount(): AccountOfUser {
  const account = useAccountOrNull()
  if (account === null) throw new Error('This part is used on a page that belongs to no account')
  return account
}
