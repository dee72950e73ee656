import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { createCarillon, parsePhoneNumber } from '../../index.js'

const FROM = '+12025550100'
const ANN = parsePhoneNumber('+12025550123')

/** An account with a member of a group, who can be sent to. */
async function opened({ sms, quota = null }: { readonly sms: number; readonly quota?: number | null }) {
  const adapters = inMemory()
  const carillon = createCarillon({ adapters })
  const numbers = [{ number: FROM }, { number: '+12025550101', status: 'inactive' as const }]
  const declaration = { name: 'Acme', credits: { sms }, dailyMessageQuota: quota, numbers, groups: [{ name: 'VIP' }] }
  const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
  await carillon.createContact.execute({ account, phone: ANN, fields: {} })
  await carillon.joinGroup.execute({ account, phone: ANN, group: parts.groups[0]!.id, mode: 'DIRECT' })
  return {
    send: async (count: number) => {
      const text = { account, from: FROM, to: ANN, body: 'Hi', mediaUrl: null, idempotencyKey: null }
      for (let i = 0; i < count; i++) await carillon.sendMessage.execute(text)
    },
    warning: async (code: string, downCarriers: readonly { name: string; hasRoutes: boolean }[] = []) =>
      (await carillon.readAccountWarnings.execute({ account, downCarriers })).find((one) => one.code === code) ?? null,
  }
}

test('credits that last less than seven days at the present pace are worth a warning, with the figures of the outlook', async () => {
  const { send, warning } = await opened({ sms: 120 })
  expect(await warning('credits-ending')).toBeNull()
  // Each text also costs a look-up.
  await send(6)
  expect(await warning('credits-ending')).toBeNull()
  await send(2)
  expect(await warning('credits-ending')).toMatchObject({ count: 1, details: { sms: 104, perDay: 16, daysLeft: 6 } })
})

test('an account without credits has a warning, even if it spends none', async () => {
  const { warning } = await opened({ sms: 0 })
  expect(await warning('credits-ending')).toMatchObject({ details: { sms: 0, perDay: 0, daysLeft: 0 } })
})

test('four fifths of the daily quota are worth a warning', async () => {
  const { send, warning } = await opened({ sms: 1_000, quota: 10 })
  await send(7)
  expect(await warning('quota-nearly-reached')).toBeNull()
  await send(1)
  expect(await warning('quota-nearly-reached')).toMatchObject({ details: { quota: 10, used: 8 } })
})

test('inactive numbers are named, and carriers that are down if a number needs them', async () => {
  const { warning } = await opened({ sms: 10 })
  expect(await warning('numbers-inactive')).toMatchObject({ count: 1, ids: ['+12025550101'], details: { active: 1 } })
  const [routed, other] = [
    { name: 'twilio', hasRoutes: true },
    { name: 'telnyx', hasRoutes: false },
  ]
  expect(await warning('carriers-down', [other])).toBeNull()
  expect(await warning('carriers-down', [routed, other])).toMatchObject({ ids: ['twilio'] })
})
