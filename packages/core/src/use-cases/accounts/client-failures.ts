import { aboveRateMs, withRaisedRate, type FailureRate } from '../../model/accounts/failure-rate.js'
import {
  blockedMs,
  failuresAt,
  KEY_FAILURE_LIMIT,
  withFailure,
  type Failures,
} from '../../model/accounts/failure-limit.js'
import { RecentMap } from '../../values/recent-map.js'

/** Who authenticates: the network of the address, and the name that it sent, such as the id of an API key. */
export type TryingClient = { readonly network: string; readonly name: string }

/** The failures of a network a minute, with all names. */
const FAILURES_PER_MINUTE_MAX = 50
/** The names a minute with which a network fails for the first time. */
const NEW_NAMES_PER_MINUTE_MAX = 100
const RECORDS_MAX = 10_000

type NetworkFailures = { readonly all: FailureRate; readonly newNames: FailureRate | undefined }

/**
 * Remembers the failed authentications that this process has seen. Failures block a client, which is a network with a
 * name. If a network fails too often, all of its clients with failures are blocked. Its other clients are not,
 * because different people may share an address: they are blocked only if the network tries many names, and only if
 * they have never authenticated.
 */
export class ClientFailures {
  private readonly clients = new RecentMap<string, Failures>(RECORDS_MAX)
  private readonly networks = new RecentMap<string, NetworkFailures>(RECORDS_MAX)
  /** The clients that have authenticated. */
  private readonly proven = new RecentMap<string, true>(RECORDS_MAX)

  /** How long the client is blocked; 0 if it is not blocked. */
  blockedMs(client: TryingClient, nowMs: number): number {
    const own = this.failuresOf(client, nowMs)
    const network = this.networks.get(client.network)
    const aboveMs = aboveRateMs(network?.all, nowMs, FAILURES_PER_MINUTE_MAX)
    if (own !== null) return Math.max(blockedMs(own, nowMs, KEY_FAILURE_LIMIT), aboveMs)
    if (aboveMs === 0 || this.hasAuthenticated(client)) return 0
    return aboveRateMs(network?.newNames, nowMs, NEW_NAMES_PER_MINUTE_MAX)
  }

  /** How many more times the client may fail before it is blocked. */
  freeFailures(client: TryingClient, nowMs: number): number {
    return Math.max(0, KEY_FAILURE_LIMIT.blocksFrom - (this.failuresOf(client, nowMs)?.count ?? 0))
  }

  addFailure(client: TryingClient, nowMs: number): void {
    const isNew = this.failuresOf(client, nowMs) === null
    const network = this.networks.get(client.network)
    this.networks.set(client.network, {
      all: withRaisedRate(network?.all, nowMs, FAILURES_PER_MINUTE_MAX),
      newNames: isNew ? withRaisedRate(network?.newNames, nowMs, NEW_NAMES_PER_MINUTE_MAX) : network?.newNames,
    })
    const name = nameOf(client)
    this.clients.set(name, withFailure(this.clients.get(name), nowMs, KEY_FAILURE_LIMIT))
  }

  hasAuthenticated(client: TryingClient): boolean {
    return this.proven.get(nameOf(client)) === true
  }

  /** A success does not clear failures: an address is shared by those who know the secret and those who guess it. */
  addSuccess(client: TryingClient): void {
    this.proven.set(nameOf(client), true)
  }

  private failuresOf(client: TryingClient, nowMs: number): Failures | null {
    return failuresAt(this.clients.get(nameOf(client)), nowMs, KEY_FAILURE_LIMIT)
  }
}

/** Unique, because no network contains a space. */
export function nameOf({ network, name }: TryingClient): string {
  return `${network} ${name}`
}
