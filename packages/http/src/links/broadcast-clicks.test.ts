import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { AS_POOR, NEWS, SALE } from '../testing/fixtures/messaging-fixture.js'
import * as phone from '../testing/tap.js'

const BODY = `{{trackingLink "${SALE.link}"}} {{trackingLink "${NEWS.link}"}}`
const NOON = '2026-03-01T12:00:00.000Z'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
  await fixture.declare({ trackingLinks: [SALE, NEWS] })
})

/** Follows the link in the text that was submitted for member `n`. */
async function tap(n: number, { link }: typeof SALE, agent = phone.IPHONE) {
  const { body } = fixture.provider.submitted.find(({ to }) => to === memberNumber(n))!
  await phone.tap(
    fixture.url,
    body.split(' ').find((url) => url.includes(link))!,
    { 'user-agent': agent },
  )
}

describe.each(['broadcast', 'batch'] as const)('the clicks of a %s', (kind) => {
  let id: string
  const get = async (path = '') => (await fixture.get(`${kind}/${id}/clicks${path}`)).body

  beforeEach(async () => {
    const batch = { recipients: fixture.recipients.map((one) => ({ ...one, body: BODY })) }
    id = (await (kind === 'batch' ? fixture.batch(batch) : fixture.broadcast({ body: BODY }))).body.id
    await fixture.work()
  })

  test('are shown by link, and count each recipient once across all links, and repeats separately', async () => {
    await tap(0, SALE)
    await tap(0, SALE)
    await tap(0, NEWS)
    await tap(1, SALE)
    await tap(2, NEWS, 'WhatsApp/2')
    const at = { firstClickedAt: NOON, lastClickedAt: NOON }
    expect(await get()).toEqual({
      recipients: 120,
      recipientsWhoClicked: 2,
      links: [
        { link: NEWS.link, sent: 120, recipients: 1, people: 1, bots: 1, repeats: 0, ...at },
        { link: SALE.link, sent: 120, recipients: 2, people: 2, bots: 0, repeats: 1, ...at },
      ],
    })
  })

  test('are shown by recipient, for all links or for one', async () => {
    await tap(0, SALE)
    fixture.clock.advance(1_000)
    await tap(1, NEWS)
    const later = '2026-03-01T12:00:01.000Z'
    await tap(0, NEWS)
    const { results, ...page } = await get('/recipients')
    expect(page).toEqual({ page: 1, limit: 20, totalCount: 2 })
    const messageId = expect.stringMatching(/^msg_/)
    const [first, second] = [{ firstClickedAt: later }, { firstClickedAt: NOON }]
    expect(results).toEqual([
      { to: memberNumber(1), messageId, people: 1, bots: 0, repeats: 0, ...first, lastClickedAt: later },
      { to: memberNumber(0), messageId, people: 2, bots: 0, repeats: 0, ...second, lastClickedAt: later },
    ])
    expect(await get(`/recipients?link=${SALE.link}`)).toMatchObject({ totalCount: 1, results: [{ people: 1 }] })
    expect(await get(`/recipients?link=${NEWS.link}&page=2&limit=1`)).toMatchObject({
      totalCount: 2,
      page: 2,
      limit: 1,
    })
    expect(await get('/recipients?link=no%20link')).toMatchObject({ totalCount: 0, results: [] })
    expect(await get('/recipients?limit=no')).toMatchObject({ code: 33400 })
  })

  test.each(['', '/recipients'])('are not found with another account, kind or id: clicks%s', async (path) => {
    await fixture.openPoor()
    const other = kind === 'batch' ? 'broadcast' : 'batch'
    for (const [requested, call] of [
      [`${kind}/${id}`, AS_POOR],
      [`${other}/${id}`, {}],
      [`${kind}/${id.slice(0, 4)}${'0'.repeat(26)}`, {}],
      [`${kind}/x%2Fy`, {}],
    ] as const) {
      const { status, body } = await fixture.api('GET', `/messaging/${requested}/clicks${path}`, call)
      expect([requested, status, body.code]).toEqual([requested, 404, 33404])
    }
  })

  test.each(['', '/recipients'])('count towards the read limit when they are requested: clicks%s', async (path) => {
    await fixture.declare({ rateLimits: { messagingRead: 1 } })
    const { status, headers } = await fixture.get(`${kind}/${id}/clicks${path}`)
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '0'])
  })
})
