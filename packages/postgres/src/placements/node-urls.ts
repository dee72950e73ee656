import type { Knex } from 'knex'
import { nameOf, type NodeAddress } from './layout.js'

export type NodeUrlsOptions = {
  readonly urls: readonly string[]
  /** A node of the cluster. */
  readonly home: Knex
  readonly knexTo: (url: string) => Knex
}

/** The URLs that were given for the nodes of a cluster. Each belongs to the node whose server and database answer there. */
export class NodeUrls {
  /** By the identity of the node. */
  readonly #urlOf = new Map<string, string>()
  /** By the address that Citus has, so that a node which is down is not asked again. */
  readonly #identityAt = new Map<string, string>()
  #identifying: Promise<unknown> | null = null

  constructor(private readonly options: NodeUrlsOptions) {
    if (!options.urls.every(isUrl)) throw new TypeError(NOT_A_URL)
  }

  /** Null if none of the URLs leads to the node. */
  async to(node: NodeAddress): Promise<string | null> {
    if (this.options.urls.length === 0) return null
    await this.#identify()
    const name = nameOf(node)
    const identity = this.#identityAt.get(name) ?? (await identityAt(node, this.options.home))
    this.#identityAt.set(name, identity)
    return this.#urlOf.get(identity) ?? null
  }

  /** URLs that did not answer before are tried again. */
  #identify(): Promise<unknown> {
    const known = new Set(this.#urlOf.values())
    const unknown = this.options.urls.filter((url) => !known.has(url))
    this.#identifying ??= Promise.allSettled(
      unknown.map(async (url) => this.#urlOf.set(await this.#identityBehind(url), url)),
    ).finally(() => (this.#identifying = null))
    return this.#identifying
  }

  async #identityBehind(url: string): Promise<string> {
    const knex = this.options.knexTo(url)
    try {
      const { rows } = await knex.raw<{ rows: readonly { identity: string }[] }>(IDENTITY)
      return rows[0]!.identity
    } finally {
      await knex.destroy()
    }
  }
}

/** Asks the node through Citus, which connects to the address that it has. */
async function identityAt({ host, port }: NodeAddress, home: Knex): Promise<string> {
  const { rows } = await home.raw<{ rows: readonly { isAnswered: boolean; answer: string }[] }>(
    `select success as "isAnswered", result as answer
       from master_run_on_worker(array[:host], array[:port::integer], array[:question], false)`,
    { host, port, question: IDENTITY },
  )
  const { isAnswered, answer } = rows[0]!
  if (!isAnswered) throw new Error(`The node ${host}:${port} does not answer: ${answer}`)
  return answer
}

function isUrl(given: unknown): boolean {
  return typeof given === 'string' && /^postgres(ql)?:\/\/./.test(given)
}

const NOT_A_URL =
  'nodeUrls must be URLs such as postgresql://user:password@host:5432/database; the values received are not shown'

/** Of the server and of the database. */
const IDENTITY = `select system_identifier || ' ' || current_database() as identity from pg_control_system()`
