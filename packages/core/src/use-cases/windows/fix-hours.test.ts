import { accountFixture, ANN, FROM_EIGHT_TO_NINE } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { windowOf } from '../../model/windows/sending-windows.js'
import { WEEKDAYS } from '../../values/time/weekday.js'
import { fixHours } from './fix-hours.js'
import { cohortsOf } from './recipient-cohorts.js'

const EVENING = { days: WEEKDAYS, from: '18:00', to: '23:00' }
const FOR_VIP = windowOf({ ...EVENING, group: 'VIP' })
const NOBODY_READS = { of: () => Promise.reject(new Error('It is read without need')) }

async function open(windows = [FOR_VIP]) {
  const fixture = await accountFixture(inMemory(), { sendingHours: { ...FROM_EIGHT_TO_NINE, windows } })
  return { ...fixture, vip: await fixture.group({ name: 'VIP' }) }
}

test('names of groups become ids', async () => {
  const { run, account, vip } = await open()
  expect(await run((stores) => fixHours(stores, account))).toMatchObject({
    windows: null,
    groupWindows: [{ group: vip.id, windows: [EVENING] }],
  })
})

test('a group that got another name after the account was read keeps its windows', async () => {
  const { run, account, vip } = await open()
  await run(async ({ accounts, groups }) => {
    await groups.put({ ...vip, name: 'Gold' })
    const windows = [{ ...FOR_VIP, group: 'Gold' }]
    await accounts.save({ ...account, sendingHours: { ...account.sendingHours, windows } })
  })
  expect(await run((stores) => fixHours(stores, account))).toMatchObject({ groupWindows: [{ group: vip.id }] })
})

test('without windows for groups, neither groups nor memberships are read', async () => {
  const { run, account } = await open([windowOf(EVENING)])
  await run(async (stores) => {
    const hours = await fixHours({ ...stores, groups: { ...stores.groups, ...NOBODY_READS } }, account)
    const memberships = { ...stores.memberships, ...NOBODY_READS }
    const cohorts = await cohortsOf({ contacts: stores.contacts, memberships }, hours!, {
      account: account.id,
      phones: [ANN],
    })
    expect([...cohorts.values()]).toEqual([{ zone: 'America/New_York', groups: [] }])
  })
})
