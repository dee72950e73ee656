import { groupBy, type AccountId } from '@carillon/core'
import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedStatement } from '../connection/pipelines.js'
import { isPlainRead } from '../connection/plain-read.js'
import type { Destination, NodeConnections, Route } from '../connection/route.js'
import type { InSchema } from '../connection/schema-name.js'
import type { AccountPlacements } from '../sql/sql.js'
import { NOT_SUPPORTED, sqlStateOf, UNDEFINED_TABLE } from '../sql/sql-state.js'
import { isSame, layoutOf, nameOf, type Layout, type NodeAddress } from './layout.js'
import { tablesIn } from './on-shard.js'
import { isShardMissing, routeTo, routeToAll } from './route-to.js'

/** How long a list of the shards of all accounts is used. */
const FRESH_MS = 60_000
/** How long an account is not looked for again that was not found. */
const SOUGHT_MS = 1_000
const SOUGHT_MAX = 10_000
/** How long statements wait for the connection to a node, before they go through the node of the process instead. */
const CONNECT_MS = 2_000

export type PlacementsOptions = InSchema & {
  readonly knex: Pick<Knex, 'raw'>
  /** Connects to a node of the cluster; null if that fails, so that its rows are reached through the node of `knex`. */
  readonly connect: (node: NodeAddress) => Promise<NodeConnections | null>
}

/** Finds out whether the tables are distributed by Citus, and in which shard the rows of each account are. */
export class Placements implements AccountPlacements {
  #layout: Layout | null = null
  /** By the identifier of a shard, by the name of a node for all of its shards, or `copies`. */
  readonly #routes = new Map<string, Route>()
  readonly #nodes = new Map<string, NodeConnections>()
  readonly #triedAtMs = new Map<string, number>()
  #loading: Promise<void> | null = null
  /** After a failure: the tables of known shards may have other names. */
  #mustReadNames = false
  #loadedAtMs = -Infinity
  /** When an account that does not exist was last looked for. */
  readonly #soughtAtMs = new Map<AccountId, number>()

  constructor(private readonly options: PlacementsOptions) {}

  /**
   * Accounts with the same placement may share a statement: on one Postgres all, on Citus those whose rows are in the
   * same shard. An account that is not known yet has a placement of its own.
   */
  of(account: AccountId): string {
    return this.#layout === null ? '' : (this.#layout.shardOf.get(account) ?? account)
  }

  /** Statements about accounts with the same node may share a transaction. */
  nodeOf(account: AccountId): string {
    const node = this.#layout?.shards.get(this.of(account))?.node
    return node !== undefined && this.#nodes.has(nameOf(node)) ? nameOf(node) : this.of(account)
  }

  /** Where all rows are, as it was last read; null on one Postgres. */
  async layout(): Promise<Layout | null> {
    await this.ready()
    return this.#layout
  }

  get isDistributed(): boolean {
    return this.#layout !== null
  }

  /** On Citus, the accounts of each shard. */
  get groups(): readonly (readonly AccountId[])[] {
    const shards = groupBy([...(this.#layout?.shardOf ?? [])], ([, shard]) => shard)
    return [...shards.values()].map((accounts) => accounts.map(([account]) => account))
  }

  /** On Citus, the nodes that have shards; null if this process has never connected to one of them. */
  get nodes(): readonly string[] | null {
    const names = [...new Set([...(this.#layout?.shards.values() ?? [])].map(({ node }) => nameOf(node)))]
    return names.every((name) => this.#nodes.has(name)) ? names : null
  }

  /** On Citus, where a statement is sent to. */
  destinationOf({ text, accounts = [], ofNode }: AskedStatement): Destination {
    if (this.#layout === null) return 'all nodes'
    const { names, ofAccounts, ofCarriers, ofCopies, changesCopies } = tablesIn(text)
    if (ofNode !== undefined) {
      const route = this.#routeToAllOf(ofNode, this.#layout)
      return route?.hasTables(names) ? route : 'all nodes'
    }
    if (!ofAccounts && !ofCarriers && (ofCopies || accounts.length === 0)) {
      const route = ofCopies && isPlainRead(text) ? this.#routeToCopies(this.#layout) : null
      return route?.hasTables(names) ? route : 'any node'
    }
    if (ofCarriers || changesCopies) return 'all nodes'
    const [shard, ...others] = new Set(accounts.map((account) => this.of(account)))
    if (shard === undefined || others.length > 0) return 'all nodes'
    const route = this.#routeTo(shard, this.#layout)
    return route?.hasTables(names) ? route : 'all nodes'
  }

  #routeTo(shard: string, { shards }: Layout): Route | null {
    return this.#routeOf(shard, () => {
      const found = shards.get(shard)
      const node = found && this.#nodes.get(nameOf(found.node))
      return found && node ? routeTo(found, node) : null
    })
  }

  /** To the copies of replicated tables on the node of the process. */
  #routeToCopies({ copies }: Layout): Route | null {
    return this.#routeOf('copies', () => {
      const node = copies && this.#nodes.get(nameOf(copies.node))
      return node ? routeTo(copies, node) : null
    })
  }

  #routeToAllOf(name: string, { shards }: Layout): Route | null {
    return this.#routeOf(name, () => {
      const own = [...shards.values()].filter(({ node }) => nameOf(node) === name)
      const node = this.#nodes.get(name)
      return own.length > 0 && node ? routeToAll(own, node) : null
    })
  }

  #routeOf(key: string, find: () => Route | null): Route | null {
    const before = this.#routes.get(key)
    if (before !== undefined) return before
    const route = find()
    if (route !== null) this.#routes.set(key, route)
    return route
  }

  /**
   * Has the placements read again if they are not known for an account, which may be new. So that unknown accounts cost
   * little, this happens only once in a while for each.
   */
  async know(statements: readonly AskedStatement[]): Promise<void> {
    if (this.#layout === null) return
    const accounts = statements.flatMap((statement) => statement.accounts ?? [])
    const nowMs = performance.now()
    const unknown = accounts.filter(
      (account) =>
        !this.#layout!.shardOf.has(account) && nowMs - (this.#soughtAtMs.get(account) ?? -Infinity) > SOUGHT_MS,
    )
    if (unknown.length === 0) return
    await this.reload()
    if (this.#soughtAtMs.size > SOUGHT_MAX) this.#soughtAtMs.clear()
    for (const account of unknown) if (!this.#layout.shardOf.has(account)) this.#soughtAtMs.set(account, nowMs)
  }

  /** Resolves once the placements are known. Later calls only have them read again from time to time. */
  async ready(): Promise<void> {
    if (this.#loadedAtMs === -Infinity) return this.reload()
    if (performance.now() - this.#loadedAtMs > FRESH_MS) this.reload().catch(() => {})
  }

  /** Runs `work` again if a statement failed because the database has been distributed, or a shard moved, meanwhile. */
  async following<T>(work: () => Promise<T>): Promise<T> {
    await this.ready()
    for (let attempt = 1; ; attempt++) {
      const known = this.#layout
      try {
        return await work()
      } catch (error) {
        const isMissing = this.isDistributed && isShardMissing(error)
        if (attempt === ATTEMPTS_MAX || !(isMissing || OTHERWISE_PLACED.has(sqlStateOf(error)))) throw error
        await this.#reloadAfresh()
        if (isSame(known, this.#layout) && !isMissing) throw error
        // The node that was asked may learn of a move a moment later than the node of the shard.
        if (isSame(known, this.#layout)) await sleep(PAUSE_MS * attempt)
      }
    }
  }

  /** A load that is in progress may have read the placements before they changed. */
  async #reloadAfresh(): Promise<void> {
    await this.#loading?.catch(() => {})
    this.#mustReadNames = true
    return this.reload()
  }

  reload(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #load(): Promise<void> {
    const mustReadNames = this.#mustReadNames
    const layout = await layoutOf(this.options.knex, this.options, mustReadNames ? null : this.#layout)
    const placed = layout === null ? [] : [...layout.shards.values(), ...(layout.copies ? [layout.copies] : [])]
    const addresses = new Map(placed.map(({ node }) => [nameOf(node), node]))
    const connecting = [...addresses.values()].map((address) => this.#connect(address))
    await Promise.race([Promise.all(connecting), sleep(CONNECT_MS, undefined, { ref: false })])
    // Routes of the old layout may have been made meanwhile.
    if (mustReadNames || !isSame(layout, this.#layout)) this.#routes.clear()
    if (mustReadNames) this.#mustReadNames = false
    this.#layout = layout
    this.#loadedAtMs = performance.now()
  }

  /** A node that cannot be reached is tried again only after a while. */
  async #connect(address: NodeAddress): Promise<void> {
    const name = nameOf(address)
    const triedAtMs = this.#triedAtMs.get(name) ?? -Infinity
    if (this.#nodes.has(name) || performance.now() - triedAtMs < FRESH_MS) return
    this.#triedAtMs.set(name, performance.now())
    const node = await this.options.connect(address)
    if (node !== null) this.#nodes.set(name, node)
  }
}

/** Citus cannot run the statement on several shards as it is, or the tables of a shard have other names. */
const OTHERWISE_PLACED: ReadonlySet<unknown> = new Set([NOT_SUPPORTED, UNDEFINED_TABLE])
const ATTEMPTS_MAX = 5
const PAUSE_MS = 20
