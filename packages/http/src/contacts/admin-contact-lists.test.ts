import { ANN, BOB, CAT, NOW, after, aContactList, accountFixture, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { openTestApi } from '../testing/test-api.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const { admin } = await openTestApi(adapters)
  return { ...fixture, admin }
}

const LISTS = '/accounts/Acme/contact-lists'

test('a request creates a list with a new name, and extends an existing list', async () => {
  const { admin, contacts } = await open()
  await contacts({}, { phone: BOB })
  const made = await admin('POST', LISTS, { body: { name: 'VIP', phoneNumbers: [ANN, CAT] } })
  expect(made.status).toBe(200)
  expect(made.body).toEqual({
    id: expect.stringMatching(/^lst_[0-9a-z]{26}$/),
    name: 'VIP',
    size: 1,
    createdAt: NOW.toISOString(),
    added: 1,
    unknown: [CAT],
  })
  const extended = await admin('POST', LISTS, { body: { name: 'VIP', phoneNumbers: [ANN, BOB] } })
  expect(extended).toMatchObject({ status: 200, body: { id: made.body.id, size: 2, added: 1, unknown: [] } })
})

test('a request may contain 10,000 numbers, but not more', async () => {
  const { admin } = await open()
  const phoneNumbers = Array.from({ length: 10_000 }, (_, n) => phoneOf(n))
  const taken = await admin('POST', LISTS, { body: { name: 'VIP', phoneNumbers } })
  expect(taken).toMatchObject({ status: 200, body: { size: 0, unknown: phoneNumbers } })
  const refused = await admin('POST', LISTS, { body: { name: 'VIP', phoneNumbers: [...phoneNumbers, CAT] } })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 33400, message: 'phoneNumbers must have 1 to 10000 entries, got 10001' },
  })
})

test.each([
  [{ phoneNumbers: [ANN] }, 'name'],
  [{ name: '', phoneNumbers: [ANN] }, 'name'],
  [{ name: ' VIP', phoneNumbers: [ANN] }, 'name'],
  [{ name: 'x'.repeat(101), phoneNumbers: [ANN] }, 'name'],
  [{ name: 'VIP' }, 'phoneNumbers'],
  [{ name: 'VIP', phoneNumbers: [] }, 'phoneNumbers'],
  [{ name: 'VIP', phoneNumbers: ANN }, 'phoneNumbers'],
  [{ name: 'VIP', phoneNumbers: [ANN, '12025550123'] }, 'phoneNumbers'],
  [{ name: 'VIP', phoneNumbers: [ANN, 12025550123] }, 'phoneNumbers'],
  [{ name: 'VIP', phoneNumbers: [ANN], size: 1 }, 'size'],
])('an invalid request creates no list, and the refusal names the invalid field: %j', async (body, field) => {
  const { admin } = await open()
  const { status, body: refusal } = await admin('POST', LISTS, { body })
  expect([status, refusal.code]).toEqual([400, 33400])
  expect(refusal.details).toMatchObject({ fields: [{ field }] })
  expect((await admin('GET', LISTS)).body.totalCount).toBe(0)
})

test('lists are returned in pages, newest first', async () => {
  const { admin, run, account } = await open()
  const [old, young] = [1, 2].map((n) => aContactList({ account: account.id, createdAt: after(n) }))
  await run(async ({ contactLists }) => {
    await contactLists.put(old!)
    await contactLists.put(young!)
  })
  const { id, name, size } = young!
  const { status, body } = await admin('GET', `${LISTS}?limit=1`)
  expect(status).toBe(200)
  expect(body).toEqual({
    page: 1,
    limit: 1,
    totalCount: 2,
    results: [{ id, name, size, createdAt: after(2).toISOString() }],
  })
  expect((await admin('GET', `${LISTS}?limit=1&page=2`)).body.results).toMatchObject([{ id: old!.id }])
  expect((await admin('GET', `${LISTS}?page=0`)).body.code).toBe(33400)
})

test('an unknown account is not found', async () => {
  const { admin } = await open()
  const body = { name: 'VIP', phoneNumbers: [ANN] }
  for (const path of ['/accounts/Nobody/contact-lists', '/accounts/%00/contact-lists']) {
    expect(await admin('POST', path, { body })).toMatchObject({ status: 404, body: { code: 33404 } })
    expect(await admin('GET', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  }
})
