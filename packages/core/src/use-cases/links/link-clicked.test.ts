import { FOLLOWED, followingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { CLICKS_KEPT_MAX } from '../../model/links/click.js'
import type { FollowLinkInput } from './follow-link.js'

const open = () => followingFixture(inMemory({ now: NOW }))

describe('a bot', () => {
  test.each<[string, Partial<FollowLinkInput>]>([
    ['requests no page', { isOnlyALook: true }],
    ['builds a preview', { agent: 'WhatsApp/2.23.20.0 A' }],
    ['does both', { agent: 'Slackbot-LinkExpanding 1.0', isOnlyALook: true }],
  ])('is counted separately from people, without an event: %s', async (_, given) => {
    const { follow, clicksOf, listenTo, events } = await open()
    await listenTo('link.clicked')
    expect(await follow(given)).toBe(FOLLOWED.target)
    expect(await clicksOf()).toMatchObject({
      people: 0,
      bots: 1,
      firstAt: null,
      lastAt: null,
      clicks: [{ visitor: 'bot' }],
    })
    expect(await events()).toEqual([])
  })

  test('that clicks before any person does not count as the first click', async () => {
    const { follow, clicksOf, listenTo, events } = await open()
    await listenTo('link.clicked')
    await follow({ isOnlyALook: true })
    await follow()
    expect(await clicksOf()).toMatchObject({ people: 1, bots: 1 })
    expect(await events()).toMatchObject([{ data: { isFirst: true } }])
  })
})

describe('link.clicked', () => {
  test('contains the link, the message, its recipient, and whether this is the first click', async () => {
    const { follow, listenTo, events, message, account, clock } = await open()
    await listenTo('link.clicked')
    await follow()
    clock.advance(1_000)
    await follow()
    const event = { account: account.id, type: 'link.clicked' }
    const data = { link: FOLLOWED.link, message: { id: message.id, to: message.to } }
    expect(await events()).toMatchObject([
      { ...event, at: NOW, data: { ...data, isFirst: true } },
      { ...event, at: clock.now(), data: { ...data, isFirst: false } },
    ])
  })

  test('is emitted for at most CLICKS_KEPT_MAX clicks on one URL', async () => {
    const { follow, listenTo, events, clicksOf } = await open()
    await listenTo('link.clicked')
    for (let n = 0; n < CLICKS_KEPT_MAX + 5; n++) await follow()
    expect(await events()).toHaveLength(CLICKS_KEPT_MAX)
    expect(await clicksOf()).toMatchObject({ people: CLICKS_KEPT_MAX + 5 })
  })

  test('is not emitted for repeats', async () => {
    const { follow, listenTo, events, clock } = await open()
    await listenTo('link.clicked')
    for (const seconds of [0, 0.5, 0.5]) {
      clock.advance(seconds * 1_000)
      for (let n = 0; n < 3; n++) await follow({ address: '203.0.113.7' })
    }
    expect(await events()).toMatchObject([
      { at: NOW, data: { isFirst: true } },
      { at: clock.now(), data: { isFirst: false } },
    ])
  })

  test('is emitted only if an endpoint subscribes to it', async () => {
    const { follow, listenTo, events } = await open()
    await listenTo('message.sent')
    await follow()
    expect(await events()).toEqual([])
    await listenTo('link.clicked')
    await follow()
    expect(await events()).toMatchObject([{ data: { isFirst: false } }])
  })
})
