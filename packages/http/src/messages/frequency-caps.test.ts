import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'

let fixture: Awaited<ReturnType<typeof openBroadcasts>>
const to = memberNumber(0)
const CAP = { messages: 1, per: '24h' }
const STORED = { ...CAP, counts: 'bulk', group: null }

beforeEach(async () => {
  fixture = await openBroadcasts(inMemory())
  await fixture.declare({ frequencyCaps: [CAP] })
})

const preview = async (kind: string, request: object) =>
  (await fixture.api('POST', '/messaging/preview', { body: { kind, request: { from: FROM, ...request } } })).body

const batch = async () => {
  await fixture.batch({ recipients: [{ to, body: 'Hi' }] })
  await fixture.work()
}

describe('frequencyCaps of an account', () => {
  test('leave a recipient out of a broadcast: the message is failed, and its preview said so', async () => {
    await batch()
    const recipients = MEMBERS.map((member) => ({ to: member }))
    const shown = await preview('broadcast', { recipients, body: 'Hello' })
    expect(shown).toMatchObject({
      recipients: { accepted: MEMBERS.length - 1, dropped: { frequencyCapped: 1 } },
      reachedCaps: [{ ...STORED, recipients: 1 }],
    })
    const { body } = await fixture.broadcast()
    await fixture.work()
    const { results } = (await fixture.get(`broadcast/${body.id}/messages?status=failed`)).body
    expect(results).toMatchObject([
      {
        to,
        errorType: 'frequency_capped',
        errorMessage:
          'The recipient has had as many messages as a frequency cap of the account allows: 1 message per 24h',
      },
    ])
  })

  test('hold for a single message only if it asks for it: it is refused on `to`, and its key stays free', async () => {
    await batch()
    const refused = await fixture.send({ to, respectCaps: true, idempotencyKey: 'once' })
    expect([refused.status, refused.body.code, refused.body.details.fields[0].field]).toEqual([400, 33400, 'to'])
    expect(refused.body.message).toMatch(/1 message per 24h: .* can get the next message at 20/)
    const sent = await fixture.send({ to, idempotencyKey: 'once' })
    expect([sent.status, sent.body.status]).toEqual([201, 'sent'])
    expect(await preview('message', { to, body: 'Hi', respectCaps: true })).toMatchObject({
      recipients: { accepted: 0, dropped: { frequencyCapped: 1 } },
    })
    expect((await preview('message', { to, body: 'Hi' })).recipients.dropped).not.toHaveProperty('frequencyCapped')
  })

  test('are refused with the path of what is wrong, and so is respectCaps', async () => {
    const { status, body } = await fixture.admin('POST', '/apply', {
      body: { account: { name: 'Acme', frequencyCaps: [CAP, { messages: 0, per: '1w', max: 1 }] } },
    })
    const fields = body.details.fields.map(({ field }: { field: string }) => field).sort()
    const paths = ['max', 'messages', 'per'].map((name) => `account.frequencyCaps[1].${name}`)
    expect([status, fields]).toEqual([400, paths])
    const wrong = await fixture.send({ to, respectCaps: 'yes' })
    expect([wrong.status, wrong.body.details.fields[0].field]).toEqual([400, 'respectCaps'])
    expect((await fixture.broadcast({ respectCaps: true })).body.details.fields[0].field).toBe('respectCaps')
  })

  test('are shown in what is composed in the dashboard', async () => {
    await batch()
    const call = await signedInTo(fixture, 'sender')
    const request = { audience: { numbers: [to, memberNumber(1)] }, from: FROM, body: 'Hi' }
    const { body } = await call('POST', '/broadcasts/compose/preview', { body: request })
    expect(body).toMatchObject({
      recipients: { submitted: 2, accepted: 1, dropped: { frequencyCapped: 1, invalid: 0 } },
      reachedCaps: [{ ...STORED, recipients: 1 }],
    })
  })
})
