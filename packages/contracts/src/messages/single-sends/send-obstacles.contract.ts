import { describe, expect, test } from '@jest/globals'
import type { Acceptance, Message, Sender, SendObstacle } from '@carillon/core'
import { ANN, BOB, after, ids } from '../../fixtures/builders.js'
import {
  KEY,
  acceptanceOf,
  keyWithResponse,
  messageLinksOf,
  obstacleIn,
  sentOf,
  type SingleSendStoreFixture,
  type Way,
} from './single-send-store-fixture.js'

const PICTURE = 'https://example.com/a.png'

/** The part of the send store's contract for sends with an obstacle. */
export function describeSendObstacles(openFixture: () => Promise<SingleSendStoreFixture>, way: Way) {
  describe(`a send in ${way}`, () => {
    test.each(OBSTACLES)('is not accepted and changes nothing: %s, if %s', async (obstacle, _, arrange) => {
      const fixture = await openFixture()
      const { accept, message, balance, acceptedOn, run, account } = fixture
      const { dailyQuota = null, ...given } = await arrange(fixture)
      const one = message(given)
      const acceptance = acceptanceOf(one, { dailyQuota, messageLinks: messageLinksOf(one, 2) })
      const stateOf = async () => [
        await balance(),
        await acceptedOn(),
        await fixture.key(),
        await run(({ messages }) => messages.find(account.id, one.id)),
        await fixture.clicksOf(one),
      ]
      const before = await stateOf()
      expect(obstacleIn(await accept(one, acceptance), acceptance)).toBe(obstacle)
      expect(await stateOf()).toEqual(before)
    })
  })
}

type Arranged = Partial<Message> & Partial<Pick<Acceptance, 'dailyQuota'>>

const withSender = (given: Partial<Sender>) => async (fixture: SingleSendStoreFixture) => {
  await fixture.run(({ senders }) => senders.put({ ...fixture.sender, ...given }))
  return { mediaUrl: PICTURE }
}

/** The obstacle, and what is arranged. */
const OBSTACLES: readonly [SendObstacle, string, (fixture: SingleSendStoreFixture) => Promise<Arranged>][] = [
  ['sender-not-assigned', 'nobody has the sender', async () => ({ from: '54321' })],
  [
    'sender-not-assigned',
    'another account has the sender',
    async (fixture) =>
      withSender({ account: (await fixture.neighbour()).id, number: '54321' })(fixture).then(() => ({ from: '54321' })),
  ],
  ['sender-not-active', 'the sender is inactive', withSender({ status: 'inactive' })],
  ['sender-without-mms', 'the sender cannot send MMS', withSender({ mms: false })],
  ['sender-has-rate', 'it should be submitted at once', withSender({ messagesPerSecond: 1_000 })],
  ['not-opted-in', 'the recipient has no consent record', async () => ({ to: BOB })],
  [
    'not-opted-in',
    'the recipient is in no group',
    async ({ run, consent }) =>
      run(({ consents }) => consents.save([{ ...consent, activeGroups: 0 }])).then(() => ({})),
  ],
  ['hard-opted-out', 'the recipient has opted out', async ({ optOut }) => optOut(ANN).then(() => ({}))],
  ['insufficient-credits', 'there are too few SMS credits', async () => ({ cost: { sms: 11, mms: 0 } })],
  ['insufficient-credits', 'there are too few MMS credits', async () => ({ cost: { sms: 2, mms: 3 } })],
  ['quota-reached', 'one was accepted that day', async ({ accepted }) => accepted().then(() => ({ dailyQuota: 1 }))],
  ['quota-reached', 'the quota is zero', async () => ({ dailyQuota: 0 })],
  [
    'key-in-use',
    'the key is bound',
    async ({ accepted }) => accepted({ idempotencyKey: KEY }).then(() => ({ idempotencyKey: KEY })),
  ],
  [
    'key-in-use',
    'the key has a response',
    async ({ accepted, settle }) => {
      const first = await accepted({ idempotencyKey: KEY })
      await settle(sentOf(first, { key: keyWithResponse(first, after(60)) }))
      return { idempotencyKey: KEY }
    },
  ],
  [
    'accepted-before',
    'the message is stored',
    async ({ accepted }) => accepted({ id: ids.next('msg') }).then(({ id }) => ({ id, body: 'Again' })),
  ],
]
