import { ANN, after } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { KEY, openTestApi } from '../testing/test-api.js'

const OURS = '+12025550100'

async function open() {
  const adapters = inMemory({ now: after(0) })
  const fixture = await openTestApi(adapters)
  const accounts = [
    { name: 'Acme', timezone: 'UTC', apiKeys: [KEY], numbers: [{ number: OURS, status: 'active' }] },
    { name: 'Other', timezone: 'UTC' },
  ]
  for (const account of accounts) await fixture.admin('POST', '/apply', { body: { account } })
  let texts = 0
  return {
    ...fixture,
    text: async (body: string) => {
      adapters.clock.advance(1_000)
      const text = { from: ANN, to: OURS, body, mediaUrl: null, providerId: `text-${++texts}` }
      await fixture.useCases.receiveInbound.execute(text)
    },
  }
}

describe('keywords/explain', () => {
  const explained = (text: string) => `/keywords/explain?text=${encodeURIComponent(text)}`

  test('tells what a text would do, and which rule decides', async () => {
    const { admin } = await open()
    expect(await admin('GET', explained('Please STOP texting me! 🙏'))).toMatchObject({
      status: 200,
      body: {
        keyword: 'stop',
        matchedBy: 'A request to stop the texts: "stop texting me"',
        normalized: 'please stop texting me',
        resemblesStop: false,
      },
    })
    const nothing = { keyword: null, matchedBy: null }
    expect((await admin('GET', explained('stop it'))).body).toEqual({
      ...nothing,
      normalized: 'stop it',
      resemblesStop: true,
    })
    expect((await admin('GET', explained("don't stop"))).body).toMatchObject({ ...nothing, resemblesStop: false })
    expect((await admin('GET', explained('YES'))).body).toMatchObject({ keyword: 'yes' })
  })

  test('is the same in the API of an account, and has the headers of a rate limit', async () => {
    const { api, admin } = await open()
    const { status, body, headers } = await api('GET', explained('ARRÊT'))
    expect(status).toBe(200)
    expect(body).toEqual((await admin('GET', explained('ARRÊT'))).body)
    expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(0)
  })

  test.each([
    ['', 'is required'],
    ['?text=', 'is required'],
    ['?text=a&text=b', 'must be given at most once'],
    [`?text=${'%C3%A9'.repeat(1_601)}`, 'must have at most 1600 characters'],
  ])('refuses a text that is missing, given twice or too long', async (query, message) => {
    const { admin } = await open()
    const { status, body } = await admin('GET', `/keywords/explain${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 33400, details: { fields: [{ field: 'text', message }] } })
  })

  test('accepts a text of 1,600 characters', async () => {
    const { admin } = await open()
    expect((await admin('GET', explained('é'.repeat(1_600)))).status).toBe(200)
  })
})

describe('keywords/unmatched', () => {
  const UNMATCHED = '/accounts/Acme/keywords/unmatched'

  test('lists the texts that may ask to opt out, newest first, in pages with Cache-Control: no-store', async () => {
    const { admin, text } = await open()
    for (const body of ['stop it', 'Hello', 'STOP. Now', 'STOP']) await text(body)
    const { status, body, headers } = await admin('GET', `${UNMATCHED}?limit=1`)
    expect(status).toBe(200)
    expect(body).toEqual({
      page: 1,
      limit: 1,
      totalCount: 2,
      results: [
        {
          id: expect.stringMatching(/^msg_/),
          from: ANN,
          to: OURS,
          body: 'STOP. Now',
          createdAt: after(3).toISOString(),
        },
      ],
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await admin('GET', `${UNMATCHED}?limit=1&page=2`)).body.results).toMatchObject([{ body: 'stop it' }])
    expect((await admin('GET', '/accounts/Other/keywords/unmatched')).body).toMatchObject({ totalCount: 0 })
  })

  test('lists no text of a number that was erased', async () => {
    const { admin, text } = await open()
    await text('stop it')
    await admin('DELETE', `/accounts/Acme/contacts/${ANN}`)
    expect((await admin('GET', UNMATCHED)).body).toMatchObject({ totalCount: 0, results: [] })
  })

  test('refuses an unknown account, and an invalid page', async () => {
    const { admin } = await open()
    expect((await admin('GET', '/accounts/Nobody/keywords/unmatched')).body.code).toBe(33404)
    expect((await admin('GET', `${UNMATCHED}?page=0`)).body.code).toBe(33400)
  })
})
