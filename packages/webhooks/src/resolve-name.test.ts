import { afterEach, describe, expect, test } from '@jest/globals'
import { resolveFromServers, type ResolveName } from './resolve-name.js'
import { aNameServer, closeNameServers, type NameServer } from './testing/a-name-server.js'

afterEach(closeNameServers)

const IPV4 = ['8.8.4.4', '8.8.8.8']
const IPV6 = ['2001:4860:4860::8844']

/** A resolver whose fallback resolves every name, and records the names. */
function resolverWith(servers: readonly NameServer[], timeoutMs = 2_000) {
  const fellBack: string[] = []
  const fallback: ResolveName = async (hostname) => {
    fellBack.push(hostname)
    return ['10.0.0.1']
  }
  const resolve = resolveFromServers({ servers: servers.map(({ address }) => address), timeoutMs, fallback })
  return { fellBack, resolve: (hostname: string, signal = new AbortController().signal) => resolve(hostname, signal) }
}

const both = (response: 'SERVFAIL' | 'REFUSED' | 'silence') => ({ A: response, AAAA: response })

describe('a name that the name servers resolve', () => {
  test('has all of its IPv4 and IPv6 addresses', async () => {
    const server = await aNameServer({ 'receiver.test': { A: IPV4, AAAA: IPV6 } })
    const { resolve, fellBack } = resolverWith([server])
    expect((await resolve('receiver.test')).toSorted()).toEqual([...IPV6, ...IPV4].toSorted())
    expect(server.queries.toSorted()).toEqual(['A receiver.test', 'AAAA receiver.test'])
    expect(fellBack).toEqual([])
  })

  test('may have addresses of only one kind, even if the query for the other kind fails', async () => {
    const server = await aNameServer({
      'four.test': { A: IPV4 },
      'six.test': { AAAA: IPV6 },
      'half.test': { A: IPV4, AAAA: 'SERVFAIL' },
    })
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('four.test')).toEqual(IPV4)
    expect(await resolve('six.test')).toEqual(IPV6)
    expect(await resolve('half.test')).toEqual(IPV4)
    expect(fellBack).toEqual([])
  })

  test('is queried again each time', async () => {
    const server = await aNameServer({ 'receiver.test': { A: IPV4 } })
    const { resolve } = resolverWith([server])
    await resolve('receiver.test')
    await resolve('receiver.test')
    expect(server.queries).toHaveLength(4)
  })
})

describe('the fallback is used', () => {
  test('for a name that does not exist, or has no address', async () => {
    const server = await aNameServer({ 'mail.test': {} })
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('hosts-file.test')).toEqual(['10.0.0.1'])
    expect(await resolve('mail.test')).toEqual(['10.0.0.1'])
    expect(fellBack).toEqual(['hosts-file.test', 'mail.test'])
    expect(server.queries).toHaveLength(4)
  })

  test('for a name without a dot, without a query to the name servers', async () => {
    const server = await aNameServer({ localhost: { A: IPV4 } })
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('localhost')).toEqual(['10.0.0.1'])
    expect([server.queries, fellBack]).toEqual([[], ['localhost']])
  })

  test('if no name server is reachable', async () => {
    const server = await aNameServer({})
    await closeNameServers()
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('receiver.test')).toEqual(['10.0.0.1'])
    expect(fellBack).toEqual(['receiver.test'])
  })
})

describe('resolving fails, and skips the fallback, which would block a system thread,', () => {
  test('after two tries, if a name server never responds', async () => {
    const server = await aNameServer({ 'receiver.test': both('silence') })
    const { resolve, fellBack } = resolverWith([server], 10)
    await expect(resolve('receiver.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(server.queries.length).toBeLessThanOrEqual(4)
    expect(fellBack).toEqual([])
  })

  test.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
  ] as const)('if a name server responds with %s', async (response, code) => {
    const server = await aNameServer({ 'receiver.test': both(response) })
    const { resolve, fellBack } = resolverWith([server])
    await expect(resolve('receiver.test')).rejects.toMatchObject({ code })
    expect(fellBack).toEqual([])
  })

  test('as soon as the caller aborts', async () => {
    const server = await aNameServer({ 'receiver.test': both('silence') })
    const { resolve, fellBack } = resolverWith([server], 60_000)
    const ending = new AbortController()
    const resolving = resolve('receiver.test', ending.signal)
    ending.abort()
    await expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' })
    expect(fellBack).toEqual([])
  })
})

test('the second name server is queried if the first never responds', async () => {
  const dead = await aNameServer({ 'receiver.test': both('silence') })
  const server = await aNameServer({ 'receiver.test': { A: IPV4, AAAA: IPV6 } })
  const { resolve } = resolverWith([dead, server], 10)
  expect((await resolve('receiver.test')).toSorted()).toEqual([...IPV6, ...IPV4].toSorted())
})
