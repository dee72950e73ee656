import { FROM_EIGHT_TO_NINE, windowsFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { capOf } from '../../model/frequency/frequency-cap.js'
import type { WindowsPreview } from '../../model/windows/windows-preview.js'
import type { FailureType } from '../../ports/sms-provider.js'
import { addMs, DAY_MS, HOUR_MS } from '../../values/time/instant.js'
import { PreviewBroadcastForAudience } from './preview-broadcast-for-audience.js'
import { PreviewBroadcast } from './preview-broadcast.js'

const DAY = new Date('2026-03-04T00:00:00Z')
const ZONES = ['America/New_York', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'] as const
const BLOCKED = 'winner'
const WITHOUT_WINDOWS: WindowsPreview = { atOnce: 0, held: [], tooLate: 0, expired: 0 }

const aRecipient = fc.record({
  tz: fc.constantFrom(...ZONES),
  /** How many messages it has had. */
  uses: fc.integer({ min: 0, max: 3 }),
  isBlocked: fc.boolean(),
  hasOptedOut: fc.boolean(),
  /** What a look-up of yesterday found. */
  lineType: fc.constantFrom(null, 'mobile', 'landline'),
})

const aWorld = fc.record({
  recipients: fc.array(aRecipient, { minLength: 1, maxLength: 12 }),
  hour: fc.integer({ min: 0, max: 23 }),
  holdAtMost: fc.constantFrom('1h', '3h', '12h', '24h'),
  /** The hours from the start to a requested expiry. */
  expiry: fc.option(fc.integer({ min: 1, max: 24 })),
  hasWindows: fc.boolean(),
  refuseLandlines: fc.boolean(),
  cap: fc.option(fc.integer({ min: 1, max: 3 })),
})

/** Each recipient has one reason in a preview: the one for which its message then fails, however long it is held before. */
test('a preview to numbers or an audience counts for each reason what is then sent, held and stopped', async () => {
  await fc.assert(
    fc.asyncProperty(aWorld, async ({ recipients, hour, holdAtMost, expiry, hasWindows, refuseLandlines, cap }) => {
      const now = new Date(DAY.getTime() + hour * HOUR_MS)
      const expiresAt = expiry === null ? undefined : addMs(now, expiry * HOUR_MS)
      const compliance = { blockedPhrases: [BLOCKED], blockPublicShorteners: true, helpText: null }
      const fixture = await windowsFixture(inMemory({ now }), {
        members: recipients.length,
        hours: { ...FROM_EIGHT_TO_NINE, holdAtMost, ...(!hasWindows && { windows: null }) },
        account: {
          compliance,
          refuseLandlines,
          frequencyCaps: cap === null ? [] : [capOf({ messages: cap, per: '30d' })],
        },
      })
      const { account, run, phones, contacts, optOutNumber, start, work, at, read, messages, ids, from } = fixture
      for (const [i, { tz, isBlocked, hasOptedOut }] of recipients.entries()) {
        await contacts({ phone: phones[i]!, tz, firstName: isBlocked ? BLOCKED : 'Ann' })
        if (hasOptedOut) await optOutNumber(phones[i]!)
      }
      const lookUps = recipients.flatMap(({ lineType }, i) =>
        lineType === null ? [] : [{ phone: phones[i]!, carrier: { name: 'Bell', lineType }, at: addMs(now, -DAY_MS) }],
      )
      await run(({ carriers }) => carriers.save(account.id, lookUps))
      const usesOf = (count: number) =>
        Array.from({ length: count }, () => ({ message: ids.next('msg'), atMs: now.getTime() - HOUR_MS }))
      const uses = new Map(recipients.map(({ uses: count }, i) => [phones[i]!, usesOf(count)]))
      await run(({ frequencies }) => frequencies.save(account.id, uses))
      const requested = { phones, keys: null, bodies: null, mediaUrls: null }
      const text = { from, body: 'Hi {{contact_first_name}}', mediaUrl: null, idempotencyKey: null }
      const request = { kind: 'broadcast', account, recipients: requested, ...text, expiresAt } as const
      if (recipients.every(({ hasOptedOut }) => hasOptedOut)) return
      const preview = await new PreviewBroadcast(fixture).execute(request)
      const list = ids.next('lst')
      await run(async ({ contactLists }) => {
        await contactLists.put({ id: list, account: account.id, name: 'All', createdAt: now })
        await contactLists.addMembers(account.id, list, phones)
      })
      const toAudience = { account, audience: { kind: 'list', list }, ...text, expiresAt } as const
      expect(await new PreviewBroadcastForAudience(fixture).execute(toAudience)).toEqual(preview)
      const { dropped, accepted } = preview.recipients
      const { atOnce, held, tooLate, expired } = preview.windows ?? { ...WITHOUT_WINDOWS, atOnce: accepted }
      const waiting = held.reduce((sum, one) => sum + one.recipients, 0)
      expect(atOnce + waiting + tooLate + expired).toBe(accepted)

      const { broadcast } = await start({ body: text.body, expiresAt })
      await work()
      expect((await read(broadcast.id)).counts.sent).toBe(atOnce)
      for (let hours = 1; hours <= 24; hours++) await at(new Date(now.getTime() + hours * HOUR_MS))
      const { results } = await messages(broadcast.id)
      const failed = (type: FailureType) => results.filter(({ errorType }) => errorType === type).length
      expect({
        sent: results.filter(({ status }) => status === 'sent').length,
        tooLate: failed('outside_sending_window'),
        expired: failed('expired'),
        landline: failed('invalid_destination'),
        frequencyCapped: failed('frequency_capped'),
        contentBlocked: failed('content_blocked'),
      }).toEqual({
        sent: atOnce + waiting,
        tooLate,
        expired,
        landline: dropped.landline ?? 0,
        frequencyCapped: dropped.frequencyCapped ?? 0,
        contentBlocked: dropped.contentBlocked,
      })
    }),
    { numRuns: 60 },
  )
})
