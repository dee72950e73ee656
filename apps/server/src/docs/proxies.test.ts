import { describe, expect, test } from '@jest/globals'
import { readPages } from '../testing/docs/pages.js'

const pages = readPages()

/** The lines of the proxy's code blocks on all pages, without comments and empty lines. */
function codeIn(proxy: string): readonly string[] {
  const blocks = pages.flatMap((page) => page.blocks).filter(({ lang }) => lang === proxy)
  const lines = blocks.flatMap(({ text }) => text.split('\n')).map((line) => line.replace(/#.*$/, '').trim())
  return lines.filter((line) => line !== '')
}

describe('in the proxy configurations,', () => {
  test('every line for nginx is a complete directive, or begins or ends a block', () => {
    const code = codeIn('nginx')
    expect(code.length).toBeGreaterThan(0)
    expect(code.filter((line) => !/^([a-z_]+ [^{};]+;|[a-z_]+( [^{};]+)? \{|\})$/.test(line))).toEqual([])
    expect(depthOf(code)).toBe(0)
  })

  test('nginx passes on the Host header unchanged, with its port', () => {
    expect(codeIn('nginx')).toContain('proxy_set_header Host $http_host;')
  })

  test('every block for Caddy is closed, and every directive has a name', () => {
    const code = codeIn('caddy')
    expect(code.length).toBeGreaterThan(0)
    expect(code.filter((line) => !/^([a-z_.@-]+( [^{}]+|( \{[a-z_.]+\})+)*( \{)?|\})$/.test(line))).toEqual([])
    expect(depthOf(code)).toBe(0)
  })
})

describe.each(['nginx', 'caddy'])('the configuration of %s', (proxy) => {
  const rules = proxy === 'nginx' ? readNginx(codeIn('nginx').join('\n')) : readCaddy(codeIn('caddy').join('\n'))

  test.each(['/admin', '/admin/v1/accounts', '/metrics', '/metrics/', '/sim', '/sim/messages'])('blocks %s', (path) =>
    expect(rules.isInside(path)).toBe(true),
  )

  test.each([
    '/api/v1/groups',
    '/docs/errors',
    '/opt-in/grp_1',
    '/sale/x7Kp2mQ9aB',
    '/provider/receipts',
    '/simple',
    '/metrics-of-may',
  ])('passes %s on', (path) => expect(rules.isInside(path)).toBe(false))

  test('applies to every host name, and allows the longest body that the API accepts', () => {
    expect(rules.sites).toEqual([['carillon.example.com', 'go.acme.com']])
    expect(rules.bodyMax).toBe(32 * 1024 * 1024)
  })
})

type ProxyRules = {
  /** The host names of each site. The configuration of one site does not apply to another. */
  readonly sites: readonly (readonly string[])[]
  readonly bodyMax: number
  readonly isInside: (path: string) => boolean
}

function readNginx(code: string): ProxyRules {
  const inside = new RegExp(/^location ~ (\S+) \{\nreturn 404;\n\}$/m.exec(code)![1]!)
  return {
    sites: [...code.matchAll(/^server_name (.+);$/gm)].map(([, names]) => names!.split(' ')),
    bodyMax: Number(/^client_max_body_size (\d+)m;$/m.exec(code)![1]) * 1024 * 1024,
    isInside: (path) => inside.test(path),
  }
}

function readCaddy(code: string): ProxyRules {
  const patterns = /^@inside path (.+)\nrespond @inside 404$/m.exec(code)![1]!.split(' ')
  return {
    sites: [...code.matchAll(/^([a-z.-]+\.com.*) \{$/gm)].map(([, names]) => names!.split(' ')),
    bodyMax: Number(/^max_size (\d+)MiB$/m.exec(code)![1]) * 1024 * 1024,
    isInside: (path) => patterns.some((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : path === one)),
  }
}

/** The number of blocks that are open at the end; -1 if a block was closed that was not open. */
function depthOf(lines: readonly string[]): number {
  let depth = 0
  for (const line of lines) {
    if (line.endsWith(' {')) depth++
    if (line === '}' && --depth < 0) return -1
  }
  return depth
}
