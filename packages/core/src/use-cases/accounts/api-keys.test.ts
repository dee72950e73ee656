import { accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { CreateApiKey, RevokeApiKey } from './api-keys.js'
import { Authenticate } from './authenticate.js'

async function open() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const [authenticate, createApiKey] = [new Authenticate(adapters), new CreateApiKey(adapters)]
  const enter = (keyId: string, secret: string) => authenticate.execute({ keyId, secret })
  const create = (id?: string, accountName = 'Acme') => createApiKey.execute({ accountName, id })
  const revoke = (id: string, accountName = 'Acme') => new RevokeApiKey(adapters).execute({ accountName, id })
  return { ...fixture, enter, create, revoke }
}

const UNAUTHENTICATED = { code: 'unauthenticated' }

test('a new key authenticates its account', async () => {
  const { account, create, enter } = await open()
  const { id, secret } = await create()
  expect(id).toMatch(/^key_[A-Za-z0-9_-]{16}$/)
  expect(await enter(id, secret)).toEqual(account)
})

test('a key may be created with a given id', async () => {
  const { account, create, enter } = await open()
  const { id, secret } = await create('key_demo')
  expect(id).toBe('key_demo')
  expect(await enter('key_demo', secret)).toEqual(account)
})

test.each(['', 'a:b', 'with space', 'x'.repeat(65), 'key\0'])('a key cannot have the id %j', async (id) => {
  const { create, revoke } = await open()
  await expect(create(id)).rejects.toMatchObject({ code: 'invalid-input', details: { fields: [{ field: 'id' }] } })
  await expect(revoke(id)).rejects.toMatchObject({ code: 'api-key-not-found' })
})

test('the secret of a key is not stored', async () => {
  const { account, create, run } = await open()
  const { secret } = await create()
  expect(JSON.stringify(await run(({ apiKeys }) => apiKeys.of(account.id)))).not.toContain(secret)
})

test('a wrong secret and an unknown key are refused with the same error', async () => {
  const { create, enter } = await open()
  const [one, other] = [await create(), await create()]
  const refusals = await Promise.allSettled([
    enter(one.id, other.secret),
    enter(one.id, ''),
    enter('key_of_nobody', one.secret),
    enter('', ''),
  ])
  const reasons = refusals.map((refusal) => (refusal.status === 'rejected' ? (refusal.reason as Error) : null))
  for (const reason of reasons) expect(reason).toMatchObject(UNAUTHENTICATED)
  expect(new Set(reasons.map((reason) => reason?.message)).size).toBe(1)
})

test('a revoked key is refused, and other keys keep working', async () => {
  const { account, create, revoke, enter } = await open()
  const [gone, kept] = [await create(), await create()]
  await enter(gone.id, gone.secret)
  await revoke(gone.id)
  await expect(enter(gone.id, gone.secret)).rejects.toMatchObject(UNAUTHENTICATED)
  expect(await enter(kept.id, kept.secret)).toEqual(account)
})

test('an id that is taken is refused, and the existing key keeps working', async () => {
  const { account, create, enter, neighbour } = await open()
  await neighbour({ name: 'Other' })
  const { id, secret } = await create('key_demo')
  await expect(create('key_demo')).rejects.toMatchObject({ code: 'api-key-taken' })
  await expect(create('key_demo', 'Other')).rejects.toMatchObject({ code: 'api-key-taken' })
  expect(await enter(id, secret)).toEqual(account)
})

test('a key that the account does not have cannot be revoked', async () => {
  const { create, revoke, neighbour } = await open()
  await neighbour({ name: 'Other' })
  const { id } = await create()
  await expect(revoke(id, 'Other')).rejects.toMatchObject({ code: 'api-key-not-found' })
  await expect(revoke('key_of_nobody')).rejects.toMatchObject({ code: 'api-key-not-found' })
})

test('no key can be created or revoked for an account that does not exist', async () => {
  const { create, revoke } = await open()
  await expect(create('key_demo', 'Nobody')).rejects.toMatchObject({ code: 'account-not-found' })
  await expect(revoke('key_demo', 'Nobody')).rejects.toMatchObject({ code: 'account-not-found' })
})
