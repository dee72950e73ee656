import { accountFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { GrantCredits } from './credits.js'

async function open() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters, { name: 'Acme' })
  const grantCredits = new GrantCredits(adapters)
  return {
    ...fixture,
    grant: (sms: number, mms: number) => grantCredits.execute({ accountName: 'Acme', amounts: { sms, mms } }),
    grantCredits,
  }
}

test('a grant is added to the balance, and the new balance is returned', async () => {
  const { grant } = await open()
  expect(await grant(100, 5)).toEqual({ sms: 100, mms: 5, reserved: { sms: 0, mms: 0 } })
  expect(await grant(20, 0)).toEqual({ sms: 120, mms: 5, reserved: { sms: 0, mms: 0 } })
})

test('a grant of zero credits changes nothing', async () => {
  const { grant } = await open()
  expect(await grant(0, 0)).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
})

test('concurrent grants all count', async () => {
  const { grant } = await open()
  await Promise.all([grant(1, 0), grant(2, 0), grant(3, 1)])
  expect(await grant(0, 0)).toMatchObject({ sms: 6, mms: 1 })
})

test('nothing is granted to an account that does not exist', async () => {
  const { grantCredits } = await open()
  const granting = grantCredits.execute({ accountName: 'Nobody', amounts: { sms: 1, mms: 0 } })
  await expect(granting).rejects.toMatchObject({ code: 'account-not-found' })
})
