import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, AS_POOR, BOB, NEWS, SALE, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import * as phone from '../testing/tap.js'
import { ACME } from '../testing/test-api.js'

const PATH = `/links/${encodeURIComponent(SALE.link)}`
const NOON = '2026-03-01T12:00:00.000Z'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ trackingLinks: [SALE, NEWS] })
})

const sale = async (fields: object = {}) =>
  (await fixture.send({ body: `{{trackingLink "${SALE.link}"}}`, ...fields })).body
const get = async (path: string, call: object = {}) => fixture.api('GET', path, call)

const tap = (url: string, agent = phone.IPHONE) => phone.tap(fixture.url, url, { 'user-agent': agent })

describe('the links of an account', () => {
  test('are listed in pages, by link, with their clicks', async () => {
    await tap((await sale()).body)
    const news = { ...NEWS, recipients: 0, people: 0, bots: 0, repeats: 0 }
    const followed = { ...news, ...SALE, recipients: 1, people: 1, firstClickedAt: NOON, lastClickedAt: NOON }
    expect((await get('/links')).body).toEqual({ page: 1, limit: 20, totalCount: 2, results: [news, followed] })
    expect((await get('/links?page=2&limit=1')).body).toEqual({ page: 2, limit: 1, totalCount: 2, results: [followed] })
    expect((await get('/links?page=0')).body.code).toBe(33400)
  })
})

describe('the clicks of a link', () => {
  test('have totals and days, with people and bots counted separately', async () => {
    const { body: url } = await sale()
    await sale()
    await tap(url, 'WhatsApp/2')
    await tap(url)
    fixture.clock.advance(12 * 3_600_000)
    await tap(url)
    await tap(`https://${SALE.link}`)
    const { status, body } = await get(`${PATH}/clicks?from=2026-03-01&to=2026-03-03`)
    expect([status, body]).toEqual([
      200,
      {
        ...SALE,
        sent: 2,
        totals: {
          recipients: 1,
          people: 3,
          bots: 1,
          repeats: 0,
          firstClickedAt: NOON,
          lastClickedAt: '2026-03-02T00:00:00.000Z',
        },
        days: [
          { day: '2026-03-01', people: 1, bots: 1, repeats: 0, recipients: 1 },
          { day: '2026-03-02', people: 2, bots: 0, repeats: 0, recipients: 0 },
          { day: '2026-03-03', people: 0, bots: 0, repeats: 0, recipients: 0 },
        ],
      },
    ])
  })

  test('cover the last 30 days by default', async () => {
    const { days } = (await get(`${PATH}/clicks?from=&to=`)).body
    expect([days.length, days[0].day, days.at(-1).day]).toEqual([30, '2026-01-31', '2026-03-01'])
  })

  test.each([
    ['from=2026-02-30', 'from must be a calendar date, such as 2026-03-01'],
    ['to=tomorrow', 'to must be a calendar date, such as 2026-03-01'],
    ['to=2026-03-01T00:00:00Z', 'to must be a calendar date, such as 2026-03-01'],
    ['from=2026-03-01&from=2026-03-01', 'from must be given at most once'],
    ['from=2026-03-02', 'from must not be after the last day, which is 2026-03-01'],
    ['from=2025-02-28', 'from must be at most 365 days before the last day, which is 2026-03-01'],
  ])('are refused for %s', async (query, message) => {
    expect((await get(`${PATH}/clicks?${query}`)).body).toMatchObject({ code: 33400, message })
  })

  test('are shown without a target if the link was removed', async () => {
    await tap((await sale()).body)
    const account = { ...ACME, trackingLinks: [NEWS] }
    expect((await fixture.admin('POST', '/apply?prune=true', { body: { account } })).status).toBe(200)
    const { body } = await get(`${PATH}/clicks`)
    expect([body.target, body.sent, body.totals.people]).toEqual([undefined, 1, 1])
    expect((await get(`${PATH}/recipients`)).body.totalCount).toBe(1)
  })
})

describe('the recipients who followed a link', () => {
  test('are listed with number, message and clicks, by time of the first click, newest first', async () => {
    await fixture.enroll(BOB)
    const [ann, bob] = [await sale(), await sale({ to: BOB })]
    await tap(bob.body)
    fixture.clock.advance(1_000)
    await tap(ann.body)
    await tap(ann.body, 'WhatsApp/2')
    fixture.clock.advance(1_000)
    await tap(bob.body)
    await tap(bob.body)
    const [second, third] = ['2026-03-01T12:00:01.000Z', '2026-03-01T12:00:02.000Z']
    const results = [
      { to: ANN, messageId: ann.id, people: 1, bots: 1, repeats: 0, firstClickedAt: second, lastClickedAt: second },
      { to: BOB, messageId: bob.id, people: 2, bots: 0, repeats: 1, firstClickedAt: NOON, lastClickedAt: third },
    ]
    expect((await get(`${PATH}/recipients`)).body).toEqual({ page: 1, limit: 20, totalCount: 2, results })
    const { body } = await get(`${PATH}/recipients?page=2&limit=1`)
    expect(body).toEqual({ page: 2, limit: 1, totalCount: 2, results: results.slice(1) })
  })
})

test.each(['clicks', 'recipients'])('%s of an unknown link, or of a link of another account, get 404', async (what) => {
  await sale()
  await fixture.openPoor()
  for (const [link, call] of [
    [SALE.link, AS_POOR],
    ['go.acme.com/none', {}],
    [`https://${SALE.link}`, {}],
    ['a\0b', {}],
    ['x'.repeat(600), {}],
  ] as const) {
    const { status, body } = await get(`/links/${encodeURIComponent(link)}/${what}`, call)
    expect([link, status, body.code]).toEqual([link, 404, 33404])
  }
  expect((await get(`/links/%zz/${what}`)).body.code).toBe(33404)
  expect((await get(`/links/${SALE.link}/${what}`)).body.code).toBe(33404)
})

test.each(['/links', `${PATH}/clicks`, `${PATH}/recipients`])(
  '%s counts towards the read limit, and needs an API key',
  async (path) => {
    await fixture.declare({ rateLimits: { messagingRead: 1 }, trackingLinks: [SALE] })
    const first = await get(path)
    expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '0'])
    expect((await get(path)).status).toBe(429)
    expect((await get(path, { headers: { authorization: 'Basic bm8=' } })).body.code).toBe(33001)
  },
)
