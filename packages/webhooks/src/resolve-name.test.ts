import { afterEach, describe, expect, test } from '@jest/globals'
import { resolveFromServers, type ResolveName } from './resolve-name.js'
import { aNameServer, closeNameServers, type NameServer } from './testing/a-name-server.js'

afterEach(closeNameServers)

const IPV4 = ['8.8.4.4', '8.8.8.8']
const IPV6 = ['2001:4860:4860::8844']

/** The rest of the machine knows every name, and writes down which it was asked for. */
function resolverWith(servers: readonly NameServer[], timeoutMs = 2_000) {
  const fellBack: string[] = []
  const fallback: ResolveName = async (hostname) => {
    fellBack.push(hostname)
    return ['10.0.0.1']
  }
  const resolve = resolveFromServers({ servers: servers.map(({ address }) => address), timeoutMs, fallback })
  return { fellBack, resolve: (hostname: string, signal = new AbortController().signal) => resolve(hostname, signal) }
}

const both = (answer: 'SERVFAIL' | 'REFUSED' | 'silence') => ({ A: answer, AAAA: answer })

describe('a name that the name servers know', () => {
  test('has all addresses that they tell, of IPv4 and IPv6', async () => {
    const server = await aNameServer({ 'receiver.test': { A: IPV4, AAAA: IPV6 } })
    const { resolve, fellBack } = resolverWith([server])
    expect((await resolve('receiver.test')).toSorted()).toEqual([...IPV6, ...IPV4].toSorted())
    expect(server.asked.toSorted()).toEqual(['A receiver.test', 'AAAA receiver.test'])
    expect(fellBack).toEqual([])
  })

  test('may have addresses of one kind alone, also where nothing is to be learned of the other', async () => {
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

  test('is asked for again each time', async () => {
    const server = await aNameServer({ 'receiver.test': { A: IPV4 } })
    const { resolve } = resolverWith([server])
    await resolve('receiver.test')
    await resolve('receiver.test')
    expect(server.asked).toHaveLength(4)
  })
})

describe('the rest of the machine is asked', () => {
  test('for a name that does not exist, or has no address', async () => {
    const server = await aNameServer({ 'mail.test': {} })
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('hosts-file.test')).toEqual(['10.0.0.1'])
    expect(await resolve('mail.test')).toEqual(['10.0.0.1'])
    expect(fellBack).toEqual(['hosts-file.test', 'mail.test'])
    expect(server.asked).toHaveLength(4)
  })

  test('for a name without a dot, and nobody else is', async () => {
    const server = await aNameServer({ localhost: { A: IPV4 } })
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('localhost')).toEqual(['10.0.0.1'])
    expect([server.asked, fellBack]).toEqual([[], ['localhost']])
  })

  test('where no name server is there', async () => {
    const server = await aNameServer({})
    await closeNameServers()
    const { resolve, fellBack } = resolverWith([server])
    expect(await resolve('receiver.test')).toEqual(['10.0.0.1'])
    expect(fellBack).toEqual(['receiver.test'])
  })
})

describe('fails, and does not hold up a thread of the system for it,', () => {
  test('where a name server never answers, after it was asked twice', async () => {
    const server = await aNameServer({ 'receiver.test': both('silence') })
    const { resolve, fellBack } = resolverWith([server], 10)
    await expect(resolve('receiver.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(server.asked.length).toBeLessThanOrEqual(4)
    expect(fellBack).toEqual([])
  })

  test.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
  ] as const)('where it answers %s', async (answer, code) => {
    const server = await aNameServer({ 'receiver.test': both(answer) })
    const { resolve, fellBack } = resolverWith([server])
    await expect(resolve('receiver.test')).rejects.toMatchObject({ code })
    expect(fellBack).toEqual([])
  })

  test('as soon as nobody waits any more', async () => {
    const server = await aNameServer({ 'receiver.test': both('silence') })
    const { resolve, fellBack } = resolverWith([server], 60_000)
    const ending = new AbortController()
    const answer = resolve('receiver.test', ending.signal)
    ending.abort()
    await expect(answer).rejects.toMatchObject({ code: 'ECANCELLED' })
    expect(fellBack).toEqual([])
  })
})

test('the second name server is asked where the first is silent', async () => {
  const dead = await aNameServer({ 'receiver.test': both('silence') })
  const server = await aNameServer({ 'receiver.test': { A: IPV4, AAAA: IPV6 } })
  const { resolve } = resolverWith([dead, server], 10)
  expect((await resolve('receiver.test')).toSorted()).toEqual([...IPV6, ...IPV4].toSorted())
})
