import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { AuthenticateOperator } from './authenticate-operator.js'

const [HERE, ELSEWHERE] = ['192.0.2.1', '198.51.100.7']
const ADMIN_TOKEN = 'the-right-admin-token'
const WRONG = { code: 'unauthenticated', message: 'The admin token is wrong' }
const SLOWED = { code: 'too-many-failures' }

function open() {
  const adapters = inMemory()
  const authenticate = new AuthenticateOperator(adapters)
  const enter = (token = ADMIN_TOKEN, address = HERE) =>
    authenticate.execute({ token, adminToken: ADMIN_TOKEN, address })
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) await expect(enter(`guess ${i}`)).rejects.toMatchObject(WRONG)
  }
  return { enter, fail, pass: (ms: number) => adapters.clock.advance(ms) }
}

test('the admin token is accepted, and any other is refused', async () => {
  const { enter, fail } = open()
  await enter()
  await fail(4)
  await enter()
})

test('after five wrong admin tokens an address is refused without a check, for the announced time', async () => {
  const { enter, fail, pass } = open()
  await fail(5)
  await expect(enter()).rejects.toMatchObject({ ...SLOWED, details: { retryAfterSeconds: 1 } })
  pass(1_000)
  await enter()
})

test('however many admin tokens were wrong, the right one is accepted after eight seconds', async () => {
  const { enter, fail, pass } = open()
  await fail(5)
  for (let i = 0; i < 20; i++) {
    pass(8_000)
    await fail(1)
  }
  await expect(enter()).rejects.toMatchObject({ ...SLOWED, details: { retryAfterSeconds: 8 } })
  pass(8_000)
  await enter()
})

test('wrong admin tokens never block another address', async () => {
  const { enter, fail } = open()
  await fail(5)
  await enter(ADMIN_TOKEN, ELSEWHERE)
})

test('admin tokens are slowed down just as early if they are sent at the same time', async () => {
  const { enter } = open()
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => enter(`guess ${i}`)))
  const slowed = results.filter((result) => result.status === 'rejected' && result.reason.code === SLOWED.code)
  expect(slowed).toHaveLength(45)
})
