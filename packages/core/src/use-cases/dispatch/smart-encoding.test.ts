import { aTimetable, broadcastingFixture, memberNumber, NOW, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { PreviewComposed } from '../compose/preview-composed.js'
import { SampleComposed } from '../compose/sample-composed.js'
import { PreviewBroadcastForAudience } from '../broadcasts/preview-broadcast-for-audience.js'
import { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import { PreviewSchedule } from '../schedules/preview-schedule.js'

const CURLY = 'It’s on'
const PLAIN = "It's on"
const NONE = { keys: null, bodies: null, mediaUrls: null } as const

async function open(account: { readonly smartEncoding?: boolean } = { smartEncoding: true }) {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3, credits: 100, account })
  const { provider, work, start, messages } = fixture
  /** The texts by recipient, which are also the stored ones. */
  const sentAs = async (...input: Parameters<typeof start>) => {
    const { broadcast } = await start(...input)
    await work()
    const texts = new Map(provider.submitted.map(({ to, body }) => [to, body]))
    const { results } = await messages(broadcast.id)
    expect(new Map(results.map(({ to, body }) => [to, body]))).toEqual(texts)
    return fixture.phones.map((phone) => texts.get(phone))
  }
  return { ...fixture, sentAs }
}

describe('a broadcast of an account with smart encoding', () => {
  test('is sent and stored in GSM-7, and keeps its body as submitted', async () => {
    const { start, sentAs } = await open()
    expect(await sentAs({ body: CURLY })).toEqual([PLAIN, PLAIN, PLAIN])
    expect((await start({ body: CURLY })).broadcast).toMatchObject({ body: CURLY, smartEncoding: true })
  })

  test('decides for each recipient', async () => {
    const { contact, sentAs } = await open()
    await contact({ phone: memberNumber(0), firstName: 'Łucja' })
    await contact({ phone: memberNumber(1), firstName: 'Аня' })
    expect(await sentAs({ body: '{{contact_first_name}}, it’s on' })).toEqual([
      "Lucja, it's on",
      'Аня, it’s on',
      ", it's on",
    ])
  })

  test('keeps what was decided when it was accepted', async () => {
    const { run, account, start, work, provider } = await open()
    await start({ body: CURLY })
    await run(({ accounts }) => accounts.save({ ...account, smartEncoding: false }))
    await work()
    expect(provider.submitted.map(({ body }) => body)).toEqual([PLAIN, PLAIN, PLAIN])
  })

  test('is sent as it is if the request says so', async () => {
    const { sentAs } = await open()
    expect(await sentAs({ body: CURLY, smartEncoding: false })).toEqual([CURLY, CURLY, CURLY])
  })

  test('is refused if only its GSM-7 text violates the content policy, like a schedule', async () => {
    const compliance = { blockedPhrases: ["can't lose"], blockPublicShorteners: true, helpText: null }
    const body = 'You can’t lose!'
    const { run, account, start } = await open({})
    await run(({ accounts }) => accounts.save({ ...account, compliance }))
    const strict = { ...account, compliance }
    expect(await start({ account: strict, body })).toMatchObject({ replayed: false })
    await expect(start({ account: strict, body, smartEncoding: true })).rejects.toMatchObject({
      code: 'compliance-violation',
    })
    const { schedule, change, at, sends } = await schedulingFixture(inMemory(), {
      contacts: [{}],
      account: { compliance },
    })
    const due = aTimetable('2026-03-01T13:00')
    await expect(schedule(due, { body, smartEncoding: true })).rejects.toMatchObject({ code: 'compliance-violation' })
    const { id } = await schedule(due, { body })
    await expect(change(id, { smartEncoding: true })).rejects.toMatchObject({ code: 'compliance-violation' })
    await at('2026-03-01T13:00:00Z')
    expect(await sends(id)).toMatchObject([{ status: 'started' }])
  })

  test('blocks a recipient whose values violate the content policy before they are in GSM-7', async () => {
    const { run, account, contact, start, work, provider } = await open()
    const compliance = { blockedPhrases: ['dinero fácil'], blockPublicShorteners: true, helpText: null }
    await run(({ accounts }) => accounts.save({ ...account, compliance }))
    await contact({ phone: memberNumber(0), firstName: 'dinero fácil' })
    await start({ body: 'Hi {{contact_first_name}}' })
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual([1, 2].map(memberNumber))
  })

  test('blocks a recipient whose GSM-7 text violates the content policy', async () => {
    const { run, account, contact, start, work, read, provider } = await open()
    const compliance = { blockedPhrases: ['wiecej'], blockPublicShorteners: true, helpText: null }
    await run(({ accounts }) => accounts.save({ ...account, compliance }))
    await contact({ phone: memberNumber(0), firstName: 'Więcej' })
    const { broadcast } = await start({ body: 'Hi {{contact_first_name}}' })
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual([1, 2].map(memberNumber))
    expect(await read(broadcast.id)).toMatchObject({ counts: { sent: 2, failed: 1 } })
  })
})

test('a batch is sent in GSM-7 where that is possible', async () => {
  const { sentAs, phones } = await open()
  const recipients = { ...NONE, phones, bodies: [CURLY, `${CURLY} 🔔`, 'Hi'] }
  expect(await sentAs({ kind: 'batch', body: null, recipients })).toEqual([PLAIN, `${CURLY} 🔔`, 'Hi'])
})

test('the retry of a broadcast has its smart encoding', async () => {
  const { start, work, retry, provider } = await open({})
  provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'No' })
  const { broadcast } = await start({ body: CURLY, smartEncoding: true })
  await work()
  expect((await retry(broadcast.id)).broadcast).toMatchObject({ smartEncoding: true })
  await work()
  expect(provider.submitted.at(-1)).toMatchObject({ to: memberNumber(0), body: PLAIN })
})

describe('previews of many', () => {
  const expected = {
    encoding: 'GSM-7',
    savedSegments: 3,
    replaced: [{ character: '’', by: "'", count: 3 }],
  }
  const body = `${'x'.repeat(80)} it’s`

  test('count what is saved and replaced in all texts: of a broadcast', async () => {
    const fixture = await open()
    const { account, from, phones } = fixture
    const request = { kind: 'broadcast', account, from, body, mediaUrl: null, idempotencyKey: null } as const
    const preview = await new PreviewBroadcast(fixture).execute({ ...request, recipients: { ...NONE, phones } })
    expect(preview).toMatchObject(expected)
  })

  test('of a composed message, with its samples', async () => {
    const fixture = await open()
    const { account, from, phones } = fixture
    const request = { account, audience: { kind: 'numbers', numbers: phones }, from, body, mediaUrl: null } as const
    const previewBroadcast = new PreviewBroadcast(fixture)
    const previewBroadcastForAudience = new PreviewBroadcastForAudience(fixture)
    const previewComposed = new PreviewComposed({ previewBroadcast, previewBroadcastForAudience })
    expect(await previewComposed.execute(request)).toMatchObject(expected)
    const [sample] = await new SampleComposed(fixture).execute({ ...request, offset: 0, phone: null })
    expect(sample).toMatchObject({ text: { encoding: 'GSM-7', segments: 1 } })
  })

  test('of a schedule', async () => {
    const fixture = await schedulingFixture(inMemory(), { contacts: [{}, {}, {}], account: { smartEncoding: true } })
    const { account, from, group } = fixture
    const audience = { kind: 'groups', groups: [group.id] } as const
    const timetable = aTimetable('2026-03-01T13:00')
    const request = { account, audience, from, body, timetable, waves: null, idempotencyKey: null }
    expect(await new PreviewSchedule(fixture).execute(request)).toMatchObject(expected)
    const off = await new PreviewSchedule(fixture).execute({ ...request, smartEncoding: false })
    expect(off).not.toHaveProperty('savedSegments')
  })
})

describe('a schedule', () => {
  const DUE = aTimetable('2026-03-01T13:00')

  async function openSchedule(smartEncoding: boolean) {
    const fixture = await schedulingFixture(inMemory(), { contacts: [{}], account: { smartEncoding } })
    const { run, account, at, provider } = fixture
    return {
      ...fixture,
      turn: (on: boolean) => run(({ accounts }) => accounts.save({ ...account, smartEncoding: on })),
      sent: async () => {
        await at('2026-03-01T13:00:00Z')
        return provider.submitted.map(({ body }) => body)
      },
    }
  }

  test('follows the account at each send', async () => {
    const { schedule, turn, sent } = await openSchedule(false)
    await schedule(DUE, { body: CURLY })
    await turn(true)
    expect(await sent()).toEqual([PLAIN])
  })

  test('keeps its own choice, whatever the account has', async () => {
    const { schedule, sent } = await openSchedule(true)
    await schedule(DUE, { body: CURLY, smartEncoding: false })
    expect(await sent()).toEqual([CURLY])
  })

  test('leaves the choice to the account after null', async () => {
    const { schedule, change, sent } = await openSchedule(true)
    const { id, smartEncoding } = await schedule(DUE, { body: CURLY, smartEncoding: false })
    expect(smartEncoding).toBe(false)
    expect(await change(id, { from: '+12025550100' })).toMatchObject({ smartEncoding: false })
    expect(await change(id, { smartEncoding: null })).not.toHaveProperty('smartEncoding')
    expect(await sent()).toEqual([PLAIN])
  })
})
