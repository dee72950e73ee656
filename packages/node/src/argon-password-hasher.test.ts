import { describePasswordHasher } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { argonPasswordHasher } from './argon-password-hasher.js'

describePasswordHasher(argonPasswordHasher)

test('hashes have the parameters that OWASP recommends, and differ for the same password', async () => {
  const { hash } = argonPasswordHasher()
  const [one, other] = [await hash('correct horse battery'), await hash('correct horse battery')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
})

test('passwords beyond the queue are refused, and the others are hashed in their order', async () => {
  const { hash, matches } = argonPasswordHasher()
  const hashed = await hash('correct horse battery')
  const all = await Promise.allSettled(Array.from({ length: 105 }, () => matches('correct horse battery', hashed)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(102)
  expect(all.at(-1)).toMatchObject({ reason: { code: 'too-many-sign-ins', details: { retryAfterSeconds: 2 } } })
  expect(await matches('correct horse battery', hashed)).toBe(true)
}, 30_000)
