import { aTimetable } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { ADMIN_TOKEN, aServer } from '../../testing/service/a-server.js'
import { aCarillon } from '../../testing/service/starts.js'

test('times are shown unchanged, even if they do not exist in the time zone of the machine', async () => {
  const { url, useCases, stop } = await aServer()
  const declaration = { name: 'Acme', numbers: [FROM], groups: [{ name: 'VIP' }] }
  const { account, parts } = await useCases.applyAccount.execute({ declaration, prune: false })
  const { schedule } = await useCases.createSchedule.execute({
    account,
    audience: { kind: 'groups', groups: [parts.groups[0]!.id] },
    from: FROM.number,
    body: 'Ding dong',
    timetable: aTimetable('2026-03-08T02:30'),
    waves: null,
    idempotencyKey: null,
  })
  const env = { CARILLON_URL: url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN, TZ: 'America/New_York' }
  const listing = aCarillon(['schedules', '--account', 'Acme'], env)
  expect(await listing.ended).toBe(0)
  expect(listing.stdout()).toContain(`${schedule.id}  active  oneTime  2026-03-08 02:30:00 UTC  VIP\n`)
  await stop()
})

const FROM = { number: '+12025550110', status: 'active', mms: true } as const
