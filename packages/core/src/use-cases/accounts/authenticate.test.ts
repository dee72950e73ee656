import { accountFixture, anApiKey } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Keyring } from '../../model/accounts/api-key.js'
import { Authenticate } from './authenticate.js'

const HERE = '192.0.2.1'
const ELSEWHERE = '198.51.100.7'
const KEY = { keyId: 'key_acme', secret: 'the right secret' }
const WRONG = { code: 'unauthenticated' }
const SLOWED = { code: 'too-many-failures' }

async function open(wrap: (keyring: Keyring) => Keyring = (keyring) => keyring) {
  const adapters = inMemory()
  const { account, run } = await accountFixture(adapters)
  const put = (id: string, secret: string) =>
    run(({ apiKeys }) => apiKeys.put(anApiKey({ id, account: account.id, secretHash: adapters.secrets.hash(secret) })))
  await put(KEY.keyId, KEY.secret)
  const asked: string[] = []
  const counting: Keyring = {
    find: (keyId, isRight) => {
      asked.push(keyId)
      return adapters.keyring.find(keyId, isRight)
    },
  }
  const authenticate = new Authenticate({ ...adapters, keyring: wrap(counting) })
  const enter = (given: { keyId?: string; secret?: string; address?: string } = {}) =>
    authenticate.execute({ ...KEY, address: HERE, ...given })
  const fail = async (times: number, given: { keyId?: string; address?: string } = {}) => {
    for (let i = 0; i < times; i++) await expect(enter({ ...given, secret: `guess ${i}` })).rejects.toMatchObject(WRONG)
  }
  return { ...{ account, asked, enter, fail, put }, pass: (ms: number) => adapters.clock.advance(ms) }
}

describe('failed authentications', () => {
  test.each([KEY.keyId, 'key_of_nobody'])('are slowed down after five with the key id %s', async (keyId) => {
    const { asked, enter, fail } = await open()
    await fail(5, { keyId })
    asked.length = 0
    await expect(enter({ keyId, secret: 'guess 6' })).rejects.toMatchObject({
      ...SLOWED,
      message:
        'Too many failed authentications from this address, so these credentials were not checked. Try again in 1 s',
      details: { retryAfterSeconds: 1 },
    })
    expect(asked).toEqual([])
  })

  test('block even the right secret of the same address and key id, but only for the announced time', async () => {
    const { account, enter, fail, pass } = await open()
    await fail(5)
    await expect(enter()).rejects.toMatchObject(SLOWED)
    pass(999)
    await expect(enter()).rejects.toMatchObject(SLOWED)
    pass(1)
    expect(await enter()).toEqual(account)
  })

  test('count from the end of their look-up, however long it took', async () => {
    let onFind = () => {}
    const { enter, fail, pass } = await open(({ find }) => ({
      find: (keyId, isRight) => {
        onFind()
        return find(keyId, isRight)
      },
    }))
    await fail(4)
    onFind = () => pass(5_000)
    await fail(1)
    onFind = () => {}
    await expect(enter()).rejects.toMatchObject({ ...SLOWED, details: { retryAfterSeconds: 1 } })
  })

  test('never block the right secret of another address', async () => {
    const { account, enter, fail } = await open()
    await fail(5)
    expect(await enter({ address: ELSEWHERE })).toEqual(account)
    expect(await enter({ address: '2001:db8::1' })).toEqual(account)
  })

  test('never block another key of the same address', async () => {
    const { account, enter, fail, put } = await open()
    await put('key_other', 'another secret')
    await fail(5)
    expect(await enter({ keyId: 'key_other', secret: 'another secret' })).toEqual(account)
  })

  test('count for the whole /64 of an IPv6 address, and not for the next one', async () => {
    const { account, enter, fail } = await open()
    for (let i = 1; i <= 5; i++) await fail(1, { address: `2001:db8:0:5::${i}` })
    await expect(enter({ address: '2001:db8:0:5:ffff::1' })).rejects.toMatchObject(SLOWED)
    expect(await enter({ address: '2001:db8:0:6::1' })).toEqual(account)
  })

  test('still count after a success: the address may be shared with its client', async () => {
    const { enter, fail } = await open()
    await fail(4)
    await enter()
    await fail(1)
    await expect(enter()).rejects.toMatchObject(SLOWED)
  })

  test('are slowed down just as early if they are sent at the same time', async () => {
    for (const keyId of [KEY.keyId, 'key_of_nobody']) {
      const { asked, enter } = await open()
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, i) => enter({ keyId, secret: `guess ${i}` })),
      )
      const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : null))
      expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(5)
      expect(codes.filter((code) => code === 'too-many-failures')).toHaveLength(95)
      expect(asked).toHaveLength(5)
    }
  })

  test('do not limit right secrets that are sent at the same time', async () => {
    const { account, enter } = await open()
    expect(await Promise.all(Array.from({ length: 100 }, () => enter()))).toEqual(
      Array.from({ length: 100 }, () => account),
    )
  })

  test('of callers without an address are not slowed down', async () => {
    const { account, enter } = await open()
    for (let i = 0; i < 10; i++)
      await expect(enter({ secret: 'guess', address: undefined! })).rejects.toMatchObject(WRONG)
    expect(await enter({ address: undefined! })).toEqual(account)
  })
})

test('a keyring that fails makes the tries fail that wait for it, and counts as no failure', async () => {
  const down = { isDown: true }
  const { account, asked, enter } = await open((keyring) => ({
    find: (keyId, isRight) => {
      const found = keyring.find(keyId, isRight)
      return down.isDown ? found.then(() => Promise.reject(new Error('down'))) : found
    },
  }))
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => enter({ secret: 'guess' })))
  for (const result of results) expect(result).toMatchObject({ reason: { message: 'down' } })
  expect(asked).toHaveLength(5)
  down.isDown = false
  expect(await enter()).toEqual(account)
})

test('as many hashes are compared for an unknown key id as for a known one', async () => {
  const compared: Record<string, number> = {}
  for (const keyId of [KEY.keyId, 'key_of_nobody']) {
    const adapters = inMemory()
    const { account, run } = await accountFixture(adapters)
    await run(({ apiKeys }) => apiKeys.put(anApiKey({ id: KEY.keyId, account: account.id, secretHash: 'hash' })))
    const matches = adapters.secrets.matches.bind(adapters.secrets)
    adapters.secrets.matches = (secret, hash) => {
      compared[keyId] = (compared[keyId] ?? 0) + 1
      return matches(secret, hash)
    }
    const asksTwice: Keyring = {
      find: async (id, isRight) => {
        const key = await adapters.keyring.find(id)
        isRight!(key)
        return key
      },
    }
    await expect(
      new Authenticate({ ...adapters, keyring: asksTwice }).execute({ keyId, secret: 'x' }),
    ).rejects.toThrow()
  }
  expect(compared).toEqual({ [KEY.keyId]: 2, key_of_nobody: 2 })
})
