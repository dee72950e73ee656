import { expect, test } from '@jest/globals'
import { CarillonAdmin } from '../carillon-admin.js'
import { Carillon } from '../carillon.js'
import { aSimulation, type SimulatedRequest } from '../testing/simulation.js'

/** A service with `size` contacts, which it returns in pages. */
function aBook(size: number) {
  return aSimulation(({ url }: SimulatedRequest) => {
    const query = new URL(url).searchParams
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const all = Array.from({ length: size }, (_, i) => ({ id: `con_${i}` }))
    const results = all.slice((page - 1) * limit, page * limit)
    return { status: 200, body: { page, limit, totalCount: size, results } }
  })
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test.each([
  [0, 1],
  [1, 1],
  [200, 2],
  [201, 3],
])('each item of a list of length %i is read once (pages requested: %i)', async (size, pages) => {
  const { options, requests } = aBook(size)
  const ids = (await collected(new Carillon(options).contacts.list({ name: 'Ann' }))).map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: size }, (_, i) => `con_${i}`))
  expect(requests.length).toBe(pages)
  expect(requests[0]!.url).toBe('https://sms.example.com/api/v1/contacts?limit=100&name=Ann&page=1')
})

test('a page is requested only when it is needed', async () => {
  const { options, requests } = aBook(300)
  const contacts = new Carillon(options).contacts.list()
  expect(requests.length).toBe(0)
  for await (const { id } of contacts) if (id === 'con_99') break
  expect(requests.length).toBe(1)
})

test('one page is read by its number, and reading several pages may start at any page', async () => {
  const { options } = aBook(25)
  const contacts = new Carillon(options).contacts.list({ limit: 10, page: 2 })
  expect(await contacts.page()).toMatchObject({ page: 2, limit: 10, totalCount: 25 })
  expect((await contacts.page(3)).results.length).toBe(5)
  expect((await collected(contacts.pages())).map(({ page }) => page)).toEqual([2, 3])
})

test('a CSV file is a stream of bytes, and messages are read line by line', async () => {
  const csv = 'to,status\n+12025550123,sent\n'
  const { options, requests } = aSimulation(({ headers }) => {
    return { status: 200, body: headers.get('accept') === 'text/csv' ? csv : '{"id":"msg_1"}\n\n{"id":"msg_2"}' }
  })
  const { batches } = new Carillon(options)
  expect(await new Response(await batches.messagesCsv('bat_1', { status: 'sent' })).text()).toBe(csv)
  expect((await collected(batches.everyMessage('bat_1'))).map(({ id }) => id)).toEqual(['msg_1', 'msg_2'])
  expect(requests[0]!.url).toBe('https://sms.example.com/api/v1/messaging/batch/bat_1/messages?status=sent')
  await batches.messagesCsv('bat_1', { spreadsheet: '1' })
  expect(requests.at(-1)!.url).toBe('https://sms.example.com/api/v1/messaging/batch/bat_1/messages?spreadsheet=1')
})

test('contacts are exported exactly, or marked for a spreadsheet program', async () => {
  const { options, requests } = aSimulation(() => ({ status: 200, body: 'phoneNumber\n' }))
  const { contacts } = new CarillonAdmin({ ...options, token: 'an-admin-token' })
  await contacts.export('Acme')
  await contacts.export('Acme', { spreadsheet: true, timeoutMs: 1_000 })
  const url = 'https://sms.example.com/admin/v1/accounts/Acme/contacts/export'
  expect(requests.map((request) => request.url)).toEqual([url, `${url}?spreadsheet=1`])
})

test('a filter is sent as JSON', async () => {
  const page = { page: 1, limit: 100, totalCount: 0, results: [] }
  const { options, requests } = aSimulation(() => ({ status: 200, body: page }))
  const filter = { contact: { not: { firstName: { contains: 'Zoë & +' } } } }
  await collected(new Carillon(options).contacts.list({ name: 'a', filter }))
  await new CarillonAdmin({ ...options, token: 'an-admin-token' }).contacts.export('Acme', { filter })
  const queries = requests.map(({ url }) => new URL(url).searchParams)
  expect(queries.map((query) => JSON.parse(query.get('filter')!))).toEqual([filter, filter])
  expect(queries[0]!.get('name')).toBe('a')
})

test('an import of a stream is not retried, because a stream can be read only once', async () => {
  const { options, requests } = aSimulation(() => 'broken')
  const admin = new CarillonAdmin({ ...options, token: 't' })
  const rows = new Blob(['phoneNumber\n+12025550123\n']).stream()
  await expect(collected(admin.contacts.import({ account: 'Acme', group: 'VIP', rows }))).rejects.toMatchObject({
    reason: 'unreachable',
  })
  expect(requests.length).toBe(1)
})
