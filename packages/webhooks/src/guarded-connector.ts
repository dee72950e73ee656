import { isIP, Socket, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { forbiddenKindOf } from './forbidden-kind.js'
import type { ResolveName } from './resolve-name.js'

export type GuardedConnectorOptions = {
  /** Whether private addresses are allowed. If so, no address is checked. */
  readonly allowPrivate: boolean
  /** The end of a refusal's message: how to allow the address. */
  readonly allowHint?: string
  readonly resolve: ResolveName
  /** Whether an address currently belongs to this machine. */
  readonly isOwn: (address: string) => boolean
  /** Certificates to trust instead of Node's defaults. */
  readonly ca?: string
  /** Makes the connection, whose actual remote address is checked too. */
  readonly build?: typeof buildConnector
}

/**
 * Connects only to public addresses. Each connection resolves its name once, checks every address, and connects only to
 * a checked address, so changing the DNS record afterwards (DNS rebinding) has no effect. `signal` closes the
 * connection, even while it is being made.
 */
export function guardedConnector(options: GuardedConnectorOptions, signal: AbortSignal): buildConnector.connector {
  const { allowPrivate, resolve, ca, build = buildConnector } = options
  const check = allowPrivate ? () => undefined : checkBy(options)
  const connect = build({
    lookup: lookupBy((hostname) => resolve(hostname, signal), check),
    signal,
    // No timeout here, because the whole post has a deadline.
    timeout: 0,
    // By default Node gives each address except the last only 250 ms, which is too short for a distant receiver.
    autoSelectFamilyAttemptTimeout: 2_000,
    ...(ca === undefined ? {} : { ca }),
  })
  return (target, callback) => {
    const { hostname } = target
    // Node makes no look-up for an IP address, so check it here.
    const refused = isIP(hostname) === 0 ? undefined : check(hostname, [hostname])
    if (refused !== undefined) return callback(refused, null)
    const strayOf = ({ remoteAddress }: Socket) =>
      remoteAddress === undefined
        ? new Error(`${hostname} closed the connection at once`)
        : check(hostname, [remoteAddress])
    let stray: Error | undefined
    const socket: unknown = connect(target, (...[error, connected]) => {
      if (error !== null) return callback(error, null)
      stray ??= strayOf(connected)
      if (stray === undefined) return callback(null, connected)
      connected.destroy()
      callback(stray, null)
    })
    // Check before the TLS handshake begins.
    if (socket instanceof Socket) {
      socket.prependOnceListener('connect', () => {
        stray = strayOf(socket)
        if (stray !== undefined) socket.destroy(stray)
      })
    }
  }
}

/** The connector refused an address. The message contains the address, and how to allow it. */
export class ForbiddenTarget extends Error {}

type Check = (hostname: string, addresses: readonly string[]) => ForbiddenTarget | undefined

function checkBy({ isOwn, allowHint }: GuardedConnectorOptions): Check {
  return (hostname, addresses) => {
    for (const address of addresses) {
      const fault = faultOf(address, isOwn)
      if (fault === null) continue
      const which = address === hostname ? address : `${hostname} resolves to ${address}, which`
      return new ForbiddenTarget(`${which} ${fault}${allowHint === undefined ? '' : `; ${allowHint}`}`)
    }
    return undefined
  }
}

function faultOf(address: string, isOwn: (address: string) => boolean): string | null {
  const kind = forbiddenKindOf(address)
  if (kind !== null) return `is not a public address (${kind})`
  try {
    return isOwn(address) ? 'is an address of this machine' : null
  } catch (error) {
    // Refuse here, because nothing would catch an error in the connect handler. The address may belong to this machine.
    const why = error instanceof Error ? error.message : String(error)
    return `may be an address of this machine, whose addresses cannot be read (${why})`
  }
}

function lookupBy(resolve: (hostname: string) => Promise<readonly string[]>, check: Check): LookupFunction {
  const checked = async (hostname: string) => {
    const addresses = await resolve(hostname)
    const refused = check(hostname, addresses)
    if (refused !== undefined) throw refused
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (hostname, { all }, callback) => {
    checked(hostname).then(
      (found) => {
        const [first] = found
        if (first === undefined) callback(new Error(`${hostname} has no address`), [])
        else if (all === true) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
}
