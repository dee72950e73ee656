import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { AS_POOR, NEWS, SALE, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import { IPHONE, tap } from '../testing/tap.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ trackingLinks: [SALE, NEWS] })
})

const tag = ({ link }: { link: string }) => `{{trackingLink "${link}"}}`
const clicksOf = async (id: string) => (await fixture.api('GET', `/messaging/message/${id}/clicks`)).body.results

describe('the clicks of a message', () => {
  test('have one entry for each link in the body, with no clicks at first', async () => {
    const { id, body } = (await fixture.send({ body: `${tag(SALE)} ${tag(NEWS)} ${tag(SALE)}` })).body
    const [sale, news, again] = body.split(' ')
    expect(again).toBe(sale)
    expect(await clicksOf(id)).toEqual([
      { link: NEWS.link, url: news, people: 0, bots: 0, repeats: 0, clicks: [] },
      { link: SALE.link, url: sale, people: 0, bots: 0, repeats: 0, clicks: [] },
    ])
  })

  test('are counted and listed with time and agent, and the first and last click by a person are shown', async () => {
    const { id, body: url } = (await fixture.send({ body: tag(SALE) })).body
    await tap(fixture.url, url, { 'user-agent': 'WhatsApp/2.23.20.0' })
    fixture.clock.advance(1_000)
    await tap(fixture.url, url)
    fixture.clock.advance(1_000)
    await tap(fixture.url, url, {})
    fixture.clock.advance(1_000)
    await tap(fixture.url, `${url}?utm_source=x`, { 'user-agent': '' })
    expect(await clicksOf(id)).toEqual([
      {
        link: SALE.link,
        url,
        people: 3,
        bots: 1,
        repeats: 0,
        firstClickedAt: '2026-03-01T12:00:01.000Z',
        lastClickedAt: '2026-03-01T12:00:03.000Z',
        clicks: [
          { at: '2026-03-01T12:00:00.000Z', visitor: 'bot', agent: 'WhatsApp/2.23.20.0' },
          { at: '2026-03-01T12:00:01.000Z', visitor: 'person', agent: IPHONE },
          { at: '2026-03-01T12:00:02.000Z', visitor: 'person' },
          { at: '2026-03-01T12:00:03.000Z', visitor: 'person' },
        ],
      },
    ])
  })

  test('include only clicks with the code of that message', async () => {
    const [one, two] = [(await fixture.send({ body: tag(SALE) })).body, (await fixture.send({ body: tag(SALE) })).body]
    expect(one.body).not.toBe(two.body)
    await tap(fixture.url, one.body)
    expect(await clicksOf(one.id)).toMatchObject([{ people: 1 }])
    expect(await clicksOf(two.id)).toMatchObject([{ people: 0 }])
  })

  test('are all counted, and the first 100 are listed', async () => {
    const { id, body: url } = (await fixture.send({ body: tag(SALE) })).body
    for (let i = 0; i < 101; i++) {
      await tap(fixture.url, url)
      fixture.clock.advance(180_000)
    }
    const [{ people, clicks }] = await clicksOf(id)
    expect([people, clicks.length]).toEqual([101, 100])
  })

  test('of one address count 20 times an hour, and as repeats otherwise; all are redirected', async () => {
    const { id, body: url } = (await fixture.send({ body: tag(SALE) })).body
    for (let i = 0; i < 1_500; i++) {
      await tap(fixture.url, url)
      fixture.clock.advance(40)
    }
    expect(await clicksOf(id)).toMatchObject([{ people: 20, repeats: 1_480, bots: 0 }])
    const { totals, days } = (await fixture.api('GET', `/links/${encodeURIComponent(SALE.link)}/clicks`)).body
    expect([totals, days.at(-1)]).toMatchObject([
      { people: 20, repeats: 1_480 },
      { people: 20, repeats: 1_480 },
    ])
  })

  test('keep the first 300 characters of the agent', async () => {
    const { id, body: url } = (await fixture.send({ body: tag(SALE) })).body
    await tap(fixture.url, url, { 'user-agent': `<script>\u00e9${'x'.repeat(5_000)}` })
    const [{ clicks }] = await clicksOf(id)
    expect(clicks[0].agent).toBe(`<script>\u00e9${'x'.repeat(291)}`)
  })

  test('are an empty list if the message has no links', async () => {
    expect(await clicksOf((await fixture.send()).body.id)).toEqual([])
    expect(await clicksOf((await fixture.send({ body: '{{trackingLink "go.acme.com/other"}}' })).body.id)).toEqual([])
  })
})

test('a message of another account, an unknown id and a malformed id get 404', async () => {
  const { id } = (await fixture.send({ body: tag(SALE) })).body
  await fixture.openPoor()
  for (const [requested, call] of [[id, AS_POOR], [`msg_${'0'.repeat(26)}`], ['msg_1'], ['x%2Fy'], ['%00']] as const) {
    const { status, body } = await fixture.api('GET', `/messaging/message/${requested}/clicks`, call)
    expect([requested, status, body.code]).toEqual([requested, 404, 33404])
  }
})

test('reading clicks counts towards the read limit, and needs an API key', async () => {
  const { id } = (await fixture.send()).body
  await fixture.declare({ rateLimits: { messagingRead: 1 } })
  const path = `/messaging/message/${id}/clicks`
  const first = await fixture.api('GET', path)
  expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '0'])
  expect((await fixture.api('GET', path)).status).toBe(429)
  expect((await fixture.api('GET', path, { headers: { authorization: 'Basic bm8=' } })).body.code).toBe(33001)
  await fixture.declare()
  expect((await fixture.api('POST', path)).body.code).toBe(33405)
})
