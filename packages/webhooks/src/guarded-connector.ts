import { isIP, Socket, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { forbiddenKindOf } from './forbidden-kind.js'
import type { ResolveName } from './resolve-name.js'

export type GuardedConnectorOptions = {
  /** Whether the own network may be reached: nothing is checked then. */
  readonly allowPrivate: boolean
  /** What the message of a refusal ends with: how to allow it. */
  readonly allowHint?: string
  readonly resolve: ResolveName
  /** Whether an address is one of this machine, at the moment. */
  readonly isOwn: (address: string) => boolean
  /** Certificates to trust instead of those that Node trusts. */
  readonly ca?: string
  /** What connects. It is not trusted to go where it is told to. */
  readonly build?: typeof buildConnector
}

/**
 * Connects to public addresses alone. A name is resolved once a connection, every address of it is checked, and only
 * what was checked is connected to: so a name that points elsewhere a moment later gains nothing. `signal` ends the
 * connection, also while it is being made.
 */
export function guardedConnector(options: GuardedConnectorOptions, signal: AbortSignal): buildConnector.connector {
  const { allowPrivate, resolve, ca, build = buildConnector } = options
  const check = allowPrivate ? () => undefined : checkBy(options)
  const connect = build({
    lookup: lookupBy((hostname) => resolve(hostname, signal), check),
    signal,
    // The whole post has a deadline.
    timeout: 0,
    // A far receiver takes longer than the 250 ms that Node gives each address but the last.
    autoSelectFamilyAttemptTimeout: 2_000,
    ...(ca === undefined ? {} : { ca }),
  })
  return (target, callback) => {
    const { hostname } = target
    // An address needs no look-up.
    const refused = isIP(hostname) === 0 ? undefined : check(hostname, [hostname])
    if (refused !== undefined) return callback(refused, null)
    const strayOf = ({ remoteAddress }: Socket) =>
      remoteAddress === undefined ? new Error(`${hostname} hung up at once`) : check(hostname, [remoteAddress])
    let stray: Error | undefined
    const socket: unknown = connect(target, (...[error, connected]) => {
      if (error !== null) return callback(error, null)
      stray ??= strayOf(connected)
      if (stray === undefined) return callback(null, connected)
      connected.destroy()
      callback(stray, null)
    })
    // Before TLS says its first word.
    if (socket instanceof Socket) {
      socket.prependOnceListener('connect', () => {
        stray = strayOf(socket)
        if (stray !== undefined) socket.destroy(stray)
      })
    }
  }
}

/** The guard has refused; the message says what, and how to allow it. */
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
    // Nobody would catch it where a connection has just been made; and whatever is not known to be elsewhere may be here.
    const why = error instanceof Error ? error.message : String(error)
    return `may be an address of this machine, since its own cannot be read (${why})`
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
