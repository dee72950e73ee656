import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of the name. Fails where there are none; `signal` says that nobody waits for them any more. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** As the rest of the machine resolves names. */
export const resolveAsSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

export type ResolveFromServersOptions = {
  /** Each as an address, with a port or without; those of the system, where nothing else is given. */
  readonly servers?: readonly string[]
  /** How long each is asked at first; the second time it is twice as long. */
  readonly timeoutMs?: number
  /** Whom to ask for what the name servers do not know. */
  readonly fallback?: ResolveName
}

/**
 * Asks the name servers first. The system's way would be to ask in one of the few threads that all of Node shares, where
 * two names with dead name servers hold up everybody else's. What the name servers do not know may be in the hosts file,
 * or need a search domain.
 */
export function resolveFromServers({
  servers,
  timeoutMs = 2_000,
  fallback = resolveAsSystem,
}: ResolveFromServersOptions = {}): ResolveName {
  return async (hostname, signal) => {
    if (!hostname.includes('.')) return fallback(hostname, signal)
    // A new one each time knows the name servers of now.
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

/** No such name, no such record, or no name server to ask. */
const NOT_KNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

const codeOf = (failure: unknown) =>
  typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : undefined
