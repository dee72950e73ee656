import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, OfflineError } from './api-error.js'

const RETRIES_MAX = 2

/** Server state, and nothing else, lives here. `onSignedOut` is called when the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.code === NO_SESSION) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [noun] }) => (noun === 'session' ? undefined : onError(error)),
    }),
    // The sign-in itself is refused with the same code.
    mutationCache: new MutationCache({
      onError: (error, _values, _context, { options: { mutationKey } }) =>
        mutationKey?.[0] === 'sign-in' ? undefined : onError(error),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES_MAX && isTransient(error),
        retryDelay: (failures, error) => delayOf(error) ?? 500 * 2 ** failures,
        // Live events say when something changes; this is for what they do not cover.
        staleTime: 10_000,
        // The browser can be wrong about its connection, above all to a server on the same machine.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** "Unauthenticated" in the error reference. */
const NO_SESSION = 33001

function isTransient(error: unknown): boolean {
  if (error instanceof OfflineError) return true
  return error instanceof ApiError && (error.status === 429 || error.status >= 502)
}

function delayOf(error: unknown): number | null {
  return error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1_000 : null
}
