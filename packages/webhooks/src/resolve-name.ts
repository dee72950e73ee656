import { lookup, Resolver } from 'node:dns/promises'

/** Returns all addresses of the name, and fails if there are none. `signal` cancels the look-up. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** Resolves names as other programs on the machine do. */
export const resolveAsSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

export type ResolveFromServersOptions = {
  /** Addresses of name servers, with or without a port. Default: those of the system. */
  readonly servers?: readonly string[]
  /** The timeout of the first try for each server. It doubles for the second try. */
  readonly timeoutMs?: number
  /** Resolves names that the name servers do not know. */
  readonly fallback?: ResolveName
}

/**
 * Queries the name servers first. The system resolver uses the few threads that the whole Node process shares, where
 * two names with dead name servers would delay all other look-ups. A name that the name servers do not know may be in
 * the hosts file, or need a search domain.
 */
export function resolveFromServers({
  servers,
  timeoutMs = 2_000,
  fallback = resolveAsSystem,
}: ResolveFromServersOptions = {}): ResolveName {
  return async (hostname, signal) => {
    if (!hostname.includes('.')) return fallback(hostname, signal)
    // A new resolver for each look-up uses the current name servers.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (found.length > 0) return found
    const failures = [ipv4, ipv6].flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    const unsure = failures.find((failure) => !NOT_KNOWN.has(codeOf(failure)))
    if (unsure !== undefined) throw unsure
    return fallback(hostname, signal)
  }
}

/** No such name, no such record, or no name server reachable. */
const NOT_KNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

const codeOf = (failure: unknown) =>
  typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : undefined
