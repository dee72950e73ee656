import { isIP } from 'node:net'
import type { RequestHandler } from 'express'
import { SimProblem } from './sim-problem.js'

export type OwnHosts = {
  /** The names besides `localhost` and IP addresses, without ports. */
  readonly names: readonly string[]
  /** How to allow another name. */
  readonly hint: string
}

/**
 * Refuses requests that name another host. A web site can make its own name point to this machine, and its visitors'
 * browsers then let it read the responses: but they still send its name as the host. An IP address cannot be redirected
 * in this way. A proxy's `X-Forwarded-Host` does not count, because such a page can set it.
 */
export function requireOwnHost({ names, hint }: OwnHosts): RequestHandler {
  const own = new Set(['localhost', ...names].map((name) => hostnameOf(name)))
  return ({ headers: { host = '' } }, _res, next) => {
    const name = hostnameOf(host)
    if (name !== null && (own.has(name) || isAddress(name))) return next()
    const expected = `${['localhost', ...names].join(', ')} or an IP address`
    const received = JSON.stringify(host.slice(0, SHOWN_MAX))
    throw new SimProblem(421, `The simulated phones got the host ${received}, and expect ${expected}. ${hint}`)
  }
}

const SHOWN_MAX = 100

/** As browsers compare names: in lower case, and without the dot at the end. Null when the text is not a host. */
function hostnameOf(host: string): string | null {
  const url = `http://${host}`
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(url)) return null
  return new URL(url).hostname.replace(/\.$/, '')
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}
