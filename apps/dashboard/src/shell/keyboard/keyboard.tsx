import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, startTransition, Suspense, useCallback, useEffect, useState } from 'react'
import type { PageEntry } from '../page-entry.js'
import { useAccountOrNull, useSession } from '../use-session.js'
import { useGoKeys } from './use-go-keys.js'

const loadPageSearch = () => import('./page-search.js').then(({ PageSearch }) => ({ default: PageSearch }))
const PageSearch = lazy(loadPageSearch)
const ShortcutsHelp = lazy(() =>
  import('./shortcuts-help.js').then(({ ShortcutsHelp }) => ({ default: ShortcutsHelp })),
)

/** When the page itself is loaded. */
const PRELOADED_AFTER_MS = 2_000

/** The keys that work on every page, and what they open. */
export function Keyboard() {
  const pages = useReachablePages()
  const open = useOpenPage()
  const [isSearching, search] = useOnce()
  const [isHelping, help] = useDisclosure()
  useGoKeys(
    useCallback(
      (letter) => {
        const page = pages.find(({ key }) => key === letter)
        if (page !== undefined) open(page)
      },
      [pages, open],
    ),
  )
  useHotkeys(
    [
      ['mod+K', search],
      ['shift+?', help.open],
      ['?', help.open],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  )
  useEffect(() => {
    // The key loads it again if this fails.
    const timer = setTimeout(() => void loadPageSearch().catch(() => {}), PRELOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={null}>
      {isSearching && <PageSearch pages={pages} onOpen={open} />}
      {isHelping && <ShortcutsHelp pages={pages} onClose={help.close} />}
    </Suspense>
  )
}

/** From the first call on: the search opens itself, and then reacts to its own key. */
function useOnce(): [boolean, () => void] {
  const [is, set] = useState(false)
  return [is, useCallback(() => startTransition(() => set(true)), [])]
}

/** The pages of the account and, for owners, of the service. */
function useReachablePages(): readonly PageEntry[] {
  const { accountPages, systemPages } = useRouteContext({ from: '__root__' })
  const { user, accounts } = useSession()
  return [...(accounts.length > 0 ? accountPages : []), ...(user.isOwner ? systemPages : [])]
}

/** Opens a page of the present account, or of the person's first one. */
function useOpenPage() {
  const router = useRouter()
  const { accounts } = useSession()
  const account = (useAccountOrNull() ?? accounts[0])?.id
  return useCallback(
    ({ to }: Pick<PageEntry, 'to'>) => void router.navigate({ to: to.replace('$account', account ?? '') }),
    [router, account],
  )
}
