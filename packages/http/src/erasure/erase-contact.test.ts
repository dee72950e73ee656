import { ANN, BOB, NOW, aMessage, accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const timer = { wait: async (durationMs: number) => adapters.clock.advance(durationMs) }
  return { ...fixture, ...(await openTestApi({ ...adapters, timer })) }
}

const at = (phone: string) => `/accounts/Acme/contacts/${phone}`

test('all data about a number is erased, and the response has the counts', async () => {
  const { admin, contact, group, member, run, account, optOut } = await open()
  await member(await contact({ firstName: 'Ann' }), await group())
  await optOut(ANN)
  const sent = aMessage({ account: account.id, status: 'sent', phase: null, sentAt: NOW })
  await run(({ messages }) => messages.add([sent]))
  expect(await admin('DELETE', at(encodeURIComponent(ANN)))).toMatchObject({
    status: 200,
    body: { contact: true, groups: 1, lists: 0, messages: 1, recipients: 0, events: 0, suppressed: true },
  })
  expect(await run(({ messages }) => messages.find(account.id, sent.id))).toMatchObject({ to: 'erased', body: '' })
  expect(await admin('DELETE', at(ANN))).toMatchObject({
    status: 200,
    body: { contact: false, groups: 0, lists: 0, messages: 0, recipients: 0, events: 0, suppressed: true },
  })
})

test('an unknown number gets 404 with 33030, and an unknown account gets 404 with 33404', async () => {
  const { admin } = await open()
  expect(await admin('DELETE', at(BOB))).toMatchObject({ status: 404, body: { code: 33030 } })
  expect(await admin('DELETE', `/accounts/Nobody/contacts/${BOB}`)).toMatchObject({
    status: 404,
    body: { code: 33404 },
  })
  expect(await admin('DELETE', at('12025550123'))).toMatchObject({ status: 400, body: { code: 33003 } })
})

test('an erasure during a submission gets 409 with Retry-After, but the contact is already deleted', async () => {
  const { admin, contact, run, account } = await open()
  await contact()
  await run(({ messages }) => messages.add([aMessage({ account: account.id })]))
  const { status, body, headers } = await admin('DELETE', at(ANN))
  expect([status, body.code, headers.get('retry-after')]).toEqual([409, 33409, '10'])
  expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
})

test('the log never contains the number', async () => {
  const { admin, contact, log } = await open()
  await contact()
  await admin('DELETE', at(ANN))
  await admin('DELETE', at(BOB))
  expect(log.length).toBeGreaterThan(0)
  for (const phone of [ANN, BOB]) expect(JSON.stringify(log)).not.toContain(phone.slice(1))
})

test('an erasure requires the admin token', async () => {
  const { call } = await open()
  expect((await call('DELETE', `/admin/v1${at(ANN)}`)).status).toBe(401)
})
