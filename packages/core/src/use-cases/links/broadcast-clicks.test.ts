import { aTrackingLink, broadcastingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { FollowLink } from './follow-link.js'
import { ListBroadcastClickRecipients, ReadBroadcastClicks } from './read-clicks.js'

const LINK = 'go.acme.com/sale'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

async function setUp() {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3 })
  const { account, run, provider } = fixture
  await run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: account.id, link: LINK })))
  const { broadcast } = await fixture.start({ body: `{{trackingLink "${LINK}"}}` })
  const name = { account, kind: 'broadcast', id: broadcast.id } as const
  const recipients = new ListBroadcastClickRecipients(fixture)
  const ask = { page: 1, limit: 10, link: null }
  return {
    ...fixture,
    name,
    /** Follows the link that was sent to the nth member. */
    tap: (n: number, agent = SAFARI) => {
      const { host, pathname } = new URL(provider.submitted[n]!.body)
      return new FollowLink(fixture).execute({ host, path: pathname, agent, isOnlyALook: false })
    },
    clicks: (given: Partial<typeof name> = {}) => new ReadBroadcastClicks(fixture).execute({ ...name, ...given }),
    clickers: (given: Partial<Parameters<typeof recipients.execute>[0]> = {}) =>
      recipients.execute({ ...name, ...ask, ...given }),
  }
}

describe('the clicks of a broadcast', () => {
  test('are empty before it is sent, and then include every recipient who followed a link', async () => {
    const { clicks, clickers, work, tap, phones } = await setUp()
    expect(await clicks()).toEqual({ recipients: 3, recipientsWhoClicked: 0, links: [] })
    await work()
    expect(await clicks()).toMatchObject({ recipients: 3, recipientsWhoClicked: 0, links: [{ link: LINK, sent: 3 }] })
    await tap(1)
    await tap(1)
    await tap(2, 'WhatsApp/2')
    expect(await clicks()).toEqual({
      recipients: 3,
      recipientsWhoClicked: 1,
      links: [{ link: LINK, sent: 3, recipients: 1, people: 2, bots: 1, repeats: 0, firstAt: NOW, lastAt: NOW }],
    })
    expect(await clickers()).toMatchObject({ totalCount: 1, results: [{ to: phones[1], people: 2, bots: 0 }] })
    expect(await clickers({ link: LINK })).toMatchObject({ totalCount: 1 })
    for (const link of ['go.acme.com/none', 'no link', 'a\0b'])
      expect(await clickers({ link })).toEqual({ page: 1, limit: 10, totalCount: 0, results: [] })
  })

  test('include clicks during the submission; the phone numbers of those recipients are added after it', async () => {
    const { clicks, clickers, work, tap, provider, phones } = await setUp()
    let during: unknown
    provider.script.push(async () => {
      await tap(0)
      during = [await clicks(), await clickers()]
      return { kind: 'accepted', providerId: 'SM1' }
    })
    await work()
    const expected = { recipientsWhoClicked: 1, links: [{ sent: 3, recipients: 1, people: 1 }] }
    expect(during).toMatchObject([expected, { totalCount: 1, results: [{ to: null, people: 1 }] }])
    expect(await clicks()).toMatchObject(expected)
    expect(await clickers()).toMatchObject({ totalCount: 1, results: [{ to: phones[0], people: 1 }] })
  })

  test('of another account or kind, or with an invalid id, are not found', async () => {
    const { clicks, clickers, neighbour } = await setUp()
    const notFound = { code: 'broadcast-not-found' }
    for (const given of [{ account: await neighbour() }, { kind: 'batch' }, { id: 'brc_1' }, { id: '' }] as const) {
      await expect(clicks(given as object)).rejects.toMatchObject(notFound)
      await expect(clickers(given as object)).rejects.toMatchObject(notFound)
    }
  })
})
