import type { Knex } from 'knex'

type Connection = Knex.Config['connection']
type Address = { readonly host: string; readonly port: number }

/** The same database, user and settings, at another host and port. */
export function connectionAt(connection: Connection, address: Address): Connection {
  if (typeof connection === 'function') {
    return async () => connectionAt(await connection(), address) as Knex.StaticConnectionConfig
  }
  if (typeof connection === 'string') return urlAt(connection, address)
  const settings = copyOf(connection as Settings)
  const { connectionString } = settings
  if (connectionString !== undefined) return { ...settings, connectionString: urlAt(connectionString, address) }
  return { ...settings, host: address.host, port: address.port }
}

/** The same settings, at a URL. */
export function connectionTo(connection: Connection, url: string): Connection {
  if (typeof connection === 'function') {
    return async () => connectionTo(await connection(), url) as Knex.StaticConnectionConfig
  }
  if (typeof connection === 'string') return url
  const { host, port, user, password, database, ...settings } = connection as Readonly<Record<string, unknown>>
  return { ...settings, connectionString: url }
}

/** The same settings, with a time limit for opening a connection. */
export function connectionWithin(connection: Connection, timeoutMs: number): Connection {
  if (typeof connection === 'function') {
    return async () => connectionWithin(await connection(), timeoutMs) as Knex.StaticConnectionConfig
  }
  const settings = typeof connection === 'string' ? { connectionString: connection } : copyOf(connection as Settings)
  return { ...settings, connectionTimeoutMillis: timeoutMs }
}

type Settings = { readonly connectionString?: string; readonly password?: string }

/** Knex hides the password, so that a plain copy of the settings lacks it. */
function copyOf(settings: Settings): Settings {
  const { password } = settings
  return { ...settings, ...(password !== undefined && { password }) }
}

function urlAt(text: string, { host, port }: Address): string {
  const url = new URL(text.replace('@/', '@localhost/'))
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return url.href
}
