import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, FROM } from '../testing/fixtures/messaging-fixture.js'
import { audienceOf } from '../testing/samples.js'

/** 07:00 in Denver, where the members are, and 09:00 in Washington, where Ann is. */
const SEVEN = new Date('2026-03-01T14:00:00Z')
const EIGHT = '2026-03-01T15:00:00.000Z'
const DAILY = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '08:00', to: '21:00' }
const ALL = [ANN, ...MEMBERS].map((to) => ({ to }))

describe('a preview of an account with sending windows', () => {
  let fixture: Awaited<ReturnType<typeof openBroadcasts>>
  let groups: Record<string, string>
  const windowsOf = async (kind: string, request: object) => {
    const { status, body } = await fixture.api('POST', '/messaging/preview', {
      body: { kind, request: { from: FROM, ...request } },
    })
    return [status, body.windows]
  }
  const held = (recipients: number) => [{ zone: 'America/Denver', until: EIGHT, recipients }]

  beforeEach(async () => {
    fixture = await openBroadcasts(inMemory({ now: SEVEN }))
    groups = await fixture.declare({ sendingWindows: [DAILY] })
  })

  test('of a broadcast says who is sent to at once, and who waits until when', async () => {
    expect(await windowsOf('broadcast', { recipients: ALL, body: 'Hi' })).toEqual([
      200,
      { atOnce: 1, held: held(MEMBERS.length), tooLate: 0, expired: 0 },
    ])
  })

  test('of a broadcast to an audience does, too', async () => {
    const audience = audienceOf([groups['VIP']])
    expect(await windowsOf('broadcast', { audience, body: 'Hi' })).toEqual([
      200,
      { atOnce: 1, held: held(MEMBERS.length), tooLate: 0, expired: 0 },
    ])
  })

  test('of a batch does, too', async () => {
    const recipients = [ANN, memberNumber(0)].map((to) => ({ to, body: 'Hi' }))
    expect(await windowsOf('batch', { recipients })).toEqual([
      200,
      { atOnce: 1, held: held(1), tooLate: 0, expired: 0 },
    ])
  })

  test.each(['recipients', 'audience'])(
    'of a broadcast to %s counts apart those whose window opens when it has expired',
    async (to) => {
      const audience = audienceOf([groups['VIP']])
      const request = { body: 'Hi', ...(to === 'audience' ? { audience } : { recipients: ALL }) }
      const expired = { atOnce: 1, held: [], tooLate: 0, expired: MEMBERS.length }
      expect(await windowsOf('broadcast', { ...request, expiresAt: EIGHT })).toEqual([200, expired])
      const later = '2026-03-01T15:00:00.001Z'
      const inTime = { atOnce: 1, held: held(MEMBERS.length), tooLate: 0, expired: 0 }
      expect(await windowsOf('broadcast', { ...request, expiresAt: later })).toEqual([200, inTime])
    },
  )

  test('of a batch does so too, and shows no text of them', async () => {
    const request = { from: FROM, recipients: [{ to: memberNumber(0), body: 'Hi' }], expiresAt: EIGHT }
    const { body } = await fixture.api('POST', '/messaging/preview', { body: { kind: 'batch', request } })
    expect(body).toMatchObject({
      recipients: { accepted: 1 },
      windows: { atOnce: 0, held: [], expired: 1 },
      samples: [],
    })
  })

  test('of a message does with `respectWindows`', async () => {
    const message = { to: memberNumber(0), body: 'Hi' }
    expect(await windowsOf('message', { ...message, respectWindows: true })).toEqual([
      200,
      { atOnce: 0, held: held(1), tooLate: 0, expired: 0 },
    ])
    expect(await windowsOf('message', message)).toEqual([200, undefined])
  })

  test('of a schedule says it of the first send', async () => {
    const request = { audience: audienceOf([groups['VIP']]), body: 'Hi' }
    const schedule = { at: '2026-03-07T20:30', timezone: 'America/New_York' }
    expect(await windowsOf('schedule', { ...request, schedule })).toEqual([
      200,
      { atOnce: ALL.length, held: [], tooLate: 0, expired: 0 },
    ])
    const late = { ...schedule, at: '2026-03-07T22:30' }
    expect(await windowsOf('schedule', { ...request, schedule: late })).toEqual([
      200,
      {
        atOnce: MEMBERS.length,
        held: [{ zone: 'America/New_York', until: '2026-03-08T12:00:00.000Z', recipients: 1 }],
        tooLate: 0,
        expired: 0,
      },
    ])
    const local = { ...late, sendByLocalTime: true }
    const [, windows] = await windowsOf('schedule', { ...request, schedule: local })
    expect(windows).toMatchObject({ atOnce: 0, held: [{ recipients: 1 }, { recipients: MEMBERS.length }] })
  })

  test('counts those who would wait too long', async () => {
    await fixture.declare({ holdAtMost: '1h', sendingWindows: [{ ...DAILY, from: '10:00' }] })
    expect(await windowsOf('batch', { recipients: [{ to: memberNumber(0), body: 'Hi' }] })).toEqual([
      200,
      { atOnce: 0, held: [], tooLate: 1, expired: 0 },
    ])
  })

  test.each(['recipients', 'audience'])(
    'of a broadcast to %s counts nobody as held whom a cap leaves out',
    async (to) => {
      await fixture.declare({ frequencyCaps: [{ messages: 1, per: '24h', counts: 'all' }] })
      await fixture.api('POST', '/messaging/message', { body: { to: memberNumber(0), from: FROM, body: 'Hi' } })
      const audience = audienceOf([groups['VIP']])
      const request = { from: FROM, body: 'Hi', ...(to === 'audience' ? { audience } : { recipients: ALL }) }
      const { body } = await fixture.api('POST', '/messaging/preview', { body: { kind: 'broadcast', request } })
      expect(body.recipients).toMatchObject({ accepted: MEMBERS.length, dropped: { frequencyCapped: 1 } })
      expect(body.windows).toEqual({ atOnce: 1, held: held(MEMBERS.length - 1), tooLate: 0, expired: 0 })
    },
  )

  test('has no windows if the account has none', async () => {
    await fixture.declare({ sendingWindows: null })
    expect(await windowsOf('broadcast', { recipients: ALL, body: 'Hi' })).toEqual([200, undefined])
  })

  test('of what is composed in the dashboard has them', async () => {
    const call = await signedInTo(fixture, 'editor')
    const { body } = await call('POST', '/broadcasts/compose/preview', {
      body: { audience: { numbers: [ANN, memberNumber(0)] }, from: FROM, body: 'Hi' },
    })
    expect(body.windows).toEqual({ atOnce: 1, held: held(1), tooLate: 0, expired: 0 })
  })

  test('of what is composed with an expiry has those who expire, but not for what is scheduled', async () => {
    const call = await signedInTo(fixture, 'editor')
    const previewOf = async (fields: object) => {
      const message = { audience: { groups: [groups['VIP']] }, from: FROM, body: 'Hi' }
      return (await call('POST', '/broadcasts/compose/preview', { body: { ...message, ...fields } })).body
    }
    expect((await previewOf({ expiresAt: EIGHT })).windows).toMatchObject({ held: [], expired: MEMBERS.length })
    expect((await previewOf({ expiresAt: 'tomorrow' })).details.fields[0].field).toBe('expiresAt')
    expect((await previewOf({ expiresAt: SEVEN.toISOString() })).details.fields[0].field).toBe('expiresAt')
    const scheduled = await previewOf({ isScheduled: true, expiresAt: SEVEN.toISOString() })
    expect([scheduled.recipients.accepted, scheduled.windows]).toEqual([ALL.length, undefined])
  })
})

describe('a preview of an account whose group has sending windows of its own', () => {
  const LATE = { ...DAILY, from: '10:00', group: 'Late' }
  const TEN = '2026-03-01T17:00:00.000Z'

  /** Ann and the first member are in the group. */
  async function open() {
    const fixture = await openBroadcasts(inMemory({ now: SEVEN }))
    const groups = await fixture.declare({ groups: [{ name: 'Late' }], sendingWindows: [DAILY, LATE] })
    for (const phone of [ANN, memberNumber(0)]) {
      await fixture.api('POST', `/contacts/by-phone/${phone}/groups/${groups['Late']}`)
    }
    const windowsOf = async (kind: string, request: object) => {
      const { body } = await fixture.api('POST', '/messaging/preview', {
        body: { kind, request: { from: FROM, ...request } },
      })
      return body.windows
    }
    return { ...fixture, windowsOf, audience: audienceOf([groups['VIP']]) }
  }

  test('counts each recipient by the windows that are its own, in a zone perhaps with several openings', async () => {
    const { windowsOf, audience } = await open()
    const expected = {
      atOnce: 0,
      held: [
        { zone: 'America/Denver', until: EIGHT, recipients: MEMBERS.length - 1 },
        { zone: 'America/New_York', until: EIGHT, recipients: 1 },
        { zone: 'America/Denver', until: TEN, recipients: 1 },
      ],
      tooLate: 0,
      expired: 0,
    }
    expect(await windowsOf('broadcast', { recipients: ALL, body: 'Hi' })).toEqual(expected)
    expect(await windowsOf('broadcast', { audience, body: 'Hi' })).toEqual(expected)
    const two = [memberNumber(0), memberNumber(1)].map((to) => ({ to, body: 'Hi' }))
    expect(await windowsOf('batch', { recipients: two })).toMatchObject({
      held: [
        { until: EIGHT, recipients: 1 },
        { until: TEN, recipients: 1 },
      ],
    })
    expect(await windowsOf('message', { ...two[0], respectWindows: true })).toMatchObject({ held: [{ until: TEN }] })
  })

  test('says it of the first send of a schedule', async () => {
    const { windowsOf, audience } = await open()
    const schedule = { at: '2026-03-07T08:30', timezone: 'America/Denver' }
    expect(await windowsOf('schedule', { audience, body: 'Hi', schedule })).toEqual({
      atOnce: MEMBERS.length,
      held: [{ zone: 'America/Denver', until: '2026-03-07T17:00:00.000Z', recipients: 1 }],
      tooLate: 0,
      expired: 0,
    })
  })

  test('counts those in no such group as sent at once if there are no other windows', async () => {
    const { windowsOf, declare } = await open()
    await declare({ sendingWindows: [LATE] })
    expect(await windowsOf('broadcast', { recipients: ALL, body: 'Hi' })).toMatchObject({ atOnce: MEMBERS.length - 1 })
  })
})
