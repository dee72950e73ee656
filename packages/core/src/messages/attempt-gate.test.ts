import { aMessage, after, houseOf, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { isStillAllowed } from './attempt-gate.js'

async function open() {
  const house = await houseOf(inMemory())
  const { account, run } = house
  const confirmation = aMessage({ account: account.id, purpose: 'confirmation', createdAt: NOW })
  return { ...house, isStillAllowed: () => run((stores) => isStillAllowed(stores, confirmation, after(10))) }
}

describe('a confirmation', () => {
  test('goes out while what it asks for is pending', async () => {
    const { contact, group, member, isStillAllowed } = await open()
    await member(await contact(), await group(), { state: 'pending', since: NOW })
    expect(await isStillAllowed()).toBe(true)
  })

  test.each(['active', 'removed'] as const)('does not once that is %s', async (state) => {
    const { contact, group, member, isStillAllowed } = await open()
    await member(await contact(), await group(), { state, since: NOW })
    expect(await isStillAllowed()).toBe(false)
  })

  test('does not where another group has come in the place of its own: that one has its own', async () => {
    const { contact, group, member, isStillAllowed } = await open()
    const ann = await contact()
    await member(ann, await group(), { state: 'removed', since: after(5) })
    await member(ann, await group({ name: 'Other' }), { state: 'pending', since: after(6) })
    expect(await isStillAllowed()).toBe(false)
  })

  test('does not for a number that is nobody any more', async () => {
    const { isStillAllowed } = await open()
    expect(await isStillAllowed()).toBe(false)
  })
})
