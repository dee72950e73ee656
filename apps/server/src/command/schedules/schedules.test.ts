import { DAILY, aTimetable } from '@carillon/contracts'
import type { Account, CreateScheduleInput, Group } from '@carillon/core'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { narrow } from '../../testing/narrow.js'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let enrol: Workplace['enrol']
let account: Account
let vip: Group

const OF_ACME = ['--account', 'Acme & Sons']
const FROM = '+12025550110'

beforeEach(async () => {
  const workplace = await openWorkplace()
  ;({ server, carillon, enrol } = workplace)
  await carillon(['apply', await workplace.aFile('acme.yaml', ACME)])
  account = await server.useCases.readAccount.execute({ name: 'Acme & Sons' })
  const groups = await server.useCases.listGroups.execute({ account, query: { name: null, page: 1, limit: 1 } })
  vip = groups.results[0]!
})

async function schedule(given: Pick<CreateScheduleInput, 'timetable'> & Partial<CreateScheduleInput>) {
  const audience = { kind: 'groups', groups: [vip.id] } as const
  const usual = { account, audience, from: FROM, body: 'Ding dong', waves: null, idempotencyKey: null }
  return (await server.useCases.createSchedule.execute({ ...usual, ...given })).schedule
}

/** Runs due jobs until none is left. */
async function work() {
  const due = { lane: 'timed', jobsMax: 4, onFailure: () => {} } as const
  while ((await server.useCases.runDueJobs.execute(due)) > 0);
}

describe('schedules', () => {
  test('are reported as missing if the account has none', async () => {
    expect(await carillon(['schedules', ...OF_ACME])).toEqual({
      code: 0,
      stdout: 'Acme & Sons has no schedule\n',
      stderr: '',
    })
  })

  test('are listed with the wall clock of the next send and the recipients, but without the body', async () => {
    const tokyo = aTimetable('2026-03-02T09:00', { timezone: 'Asia/Tokyo', recurrence: DAILY })
    const second = await schedule({ timetable: aTimetable('2026-11-01T01:30', { timezone: 'America/New_York' }) })
    const first = await schedule({ timetable: tokyo })
    const past = await schedule({ timetable: aTimetable('2026-03-01T11:30') })
    await work()
    const { code, stdout } = await carillon(['schedules', ...OF_ACME])
    expect(code).toBe(0)
    expect(narrow(stdout)).toEqual([
      'ID  STATUS  TIMING  NEXT  RECIPIENTS',
      `${first.id}  active  recurring  2026-03-02 09:00:00 GMT+9  VIP`,
      `${second.id}  active  oneTime  2026-11-01 01:30:00 EDT  VIP`,
      `${past.id}  ended  oneTime  -  VIP`,
      '',
    ])
    expect((await carillon(['schedules', 'list', ...OF_ACME])).stdout).toBe(stdout)
    const listed = (await carillon(['schedules', ...OF_ACME, '--json'])).stdout
    expect(JSON.parse(listed)).toMatchObject([{ id: first.id }, { id: second.id }, { id: past.id }])
    expect(stdout + listed).not.toContain('Ding')
  })

  test('are listed up to a limit of 1,000, with the total number', async () => {
    const timetable = aTimetable('2026-03-02T09:00')
    for (let i = 0; i < 1_001; i++) await schedule({ timetable })
    const { stdout, stderr } = await carillon(['schedules', ...OF_ACME])
    expect(stdout.trimEnd().split('\n')).toHaveLength(1_001)
    expect(stderr).toBe('The first 1000 of 1001 are shown\n')
  })

  test('require the account, and reject unknown subcommands', async () => {
    expect((await carillon(['schedules'])).stderr).toContain("required option '--account <name>' not specified")
    expect((await carillon(['schedules', 'lost', ...OF_ACME])).code).toBe(1)
    const nobody = await carillon(['schedules', '--account', 'Nobody'])
    expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Nobody"\n' })
  })
})

describe('a schedule', () => {
  test('is shown with its next times across a clock change, and its last sends', async () => {
    await enrol(['+12025550123'])
    const recurrence = { frequency: 'weekly', interval: 2, daysOfWeek: ['sun', 'wed'], endType: 'never' } as const
    const { id } = await schedule({
      timetable: aTimetable('2026-03-01T06:15', { timezone: 'America/New_York', recurrence }),
      waves: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
    })
    await work()
    const { code, stdout, stderr } = await carillon(['schedules', 'show', id])
    expect([code, stderr]).toEqual([0, ''])
    expect(narrow(stdout).join('\n')).toMatch(
      new RegExp(
        `^ID  ${id}
ACCOUNT  Acme & Sons
STATUS  active
FROM  \\${FROM}
RECIPIENTS  VIP
WHEN  2026-03-01 06:15:00 America/New_York, then every 2 weeks on sun, wed
WAVES  of 500, one wave every 10 min

NEXT
2026-03-11 06:15:00 EDT
2026-03-15 06:15:00 EDT
2026-03-25 06:15:00 EDT
2026-03-29 06:15:00 EDT
2026-04-08 06:15:00 EDT

LAST SENDS  ZONE  STATUS  REASON  BROADCAST
2026-03-01 06:15:00 EST  -  started  -  brc_\\w{26}
$`,
      ),
    )
    const json = (await carillon(['schedules', 'show', id, '--json'])).stdout
    expect(JSON.parse(json)).toMatchObject({ id, sends: [{ status: 'started' }] })
    expect(stdout + json).not.toContain('Ding')
  })

  test('is shown with the reason why a send failed, and without further sends', async () => {
    const { id } = await schedule({ timetable: aTimetable('2026-03-01T11:30', { timezone: 'UTC' }) })
    await work()
    const { stdout } = await carillon(['schedules', 'show', id])
    expect(stdout).toContain('\nSTATUS      ended\n')
    expect(stdout).toContain('\nNo further send is planned\n')
    expect(stdout).toMatch(/\n2026-03-01 11:30:00 UTC +- +failed +empty_audience +-\n$/)
  })

  test('is shown as paused, and as not yet sent', async () => {
    const recurrence = { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 } as const
    const { id } = await schedule({ timetable: aTimetable('2026-03-02T09:00', { recurrence, sendByLocalTime: true }) })
    await server.useCases.changeSchedule.execute({ account, id, patch: { status: 'paused' } })
    const { stdout } = await carillon(['schedules', 'show', id])
    expect(stdout).toContain(
      'WHEN        2026-03-02 09:00:00 in the local time of each recipient, or of UTC if it is unknown, then every day, 2 times in all\n',
    )
    expect(stdout).toContain('\n\nNEXT, UNLESS IT IS STILL PAUSED\n2026-03-02 09:00:00 UTC\n2026-03-03 09:00:00 UTC\n')
    expect(stdout).toMatch(/\nNothing has been sent yet\n$/)
  })

  test('is shown with the time of each send in the zone of that send', async () => {
    await enrol(['+12125550123', '+13105550144', '+18085550155'])
    const { id } = await schedule({
      timetable: aTimetable('2026-03-01T06:30', { timezone: 'America/New_York', sendByLocalTime: true }),
    })
    await work()
    const { stdout } = await carillon(['schedules', 'show', id])
    expect(stdout).toMatch(/\n2026-03-01 06:30:00 EST +America\/New_York +started +- +brc_\w{26}\n/)
  })

  test('with an unknown id is not found', async () => {
    const { code, stderr } = await carillon(['schedules', 'show', 'sch_1'])
    expect([code, stderr]).toEqual([1, 'carillon: No schedule has this id\n'])
  })
})
