import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { checkDeclaration } from './declaration-faults.js'
import { settingsOf } from './declared-settings.js'

const HOURS = {
  sendingWindows: [
    { days: ['fri', 'mon'], from: '20:00', to: '02:00' },
    { days: ['sat'], from: '00:00', to: '24:00' },
  ],
  holidays: ['2026-12-25', '2027-01-01'],
  holdAtMost: '72h',
} as const

describe('the sending hours of a declared account', () => {
  test('are none by default: texts are sent at any time', async () => {
    const { account } = await declaringFixture(inMemory()).apply({})
    expect(account.sendingHours).toEqual({ windows: null, holidays: [], holdAtMost: '24h' })
  })

  test('read back equal to what was declared, and declaring them again changes nothing', async () => {
    const { apply } = declaringFixture(inMemory())
    const { account } = await apply(HOURS)
    const { sendingWindows, holidays, holdAtMost } = settingsOf(account)
    expect({ sendingWindows, holidays, holdAtMost }).toEqual(HOURS)
    expect((await apply(HOURS)).changes).toEqual([])
    expect((await apply({ sendingWindows, holidays, holdAtMost })).changes).toEqual([])
  })

  test('stay unchanged if they are omitted, and null removes the windows alone', async () => {
    const { apply } = declaringFixture(inMemory())
    await apply(HOURS)
    expect((await apply({ refuseLandlines: true })).account.sendingHours.windows).toEqual(HOURS.sendingWindows)
    const { account, changes } = await apply({ sendingWindows: null })
    expect(account.sendingHours).toEqual({ windows: null, holidays: HOURS.holidays, holdAtMost: '72h' })
    expect(changes).toEqual(['account: changed Acme'])
  })

  test('have each holiday once, in order', async () => {
    const { account } = await declaringFixture(inMemory()).apply({
      holidays: ['2027-01-01', '2026-12-25', '2027-01-01'],
    })
    expect(account.sendingHours.holidays).toEqual(HOURS.holidays)
  })

  test('are refused with their path if they break their rule', () => {
    const account = {
      name: 'Acme',
      sendingWindows: [
        { days: [], from: '24:00', to: '24:01' },
        { days: ['mon'] as const, from: '8:00', to: '21.00' },
      ],
      holidays: ['2026-12-25', '2026-02-29', '12/25'],
      holdAtMost: '0h',
    }
    const { faults } = checkDeclaration({ account })
    expect(faults.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'account.sendingWindows[0].days must have 1 to 7 entries, got 0',
      'account.sendingWindows[0].from must be a time of day from 00:00 to 23:59, such as 08:00, got "24:00"',
      'account.sendingWindows[0].to must be a time of day from 00:00 to 24:00, such as 21:00, got "24:01"',
      'account.sendingWindows[1].from must be a time of day from 00:00 to 23:59, such as 08:00, got "8:00"',
      'account.sendingWindows[1].to must be a time of day from 00:00 to 24:00, such as 21:00, got "21.00"',
      'account.holidays[1] must be a calendar date as YYYY-MM-DD, got "2026-02-29"',
      'account.holidays[2] must be a calendar date as YYYY-MM-DD, got "12/25"',
      'account.holdAtMost must be 1h to 72h: a number of hours and the letter h, such as 24h, got "0h"',
    ])
  })
})
