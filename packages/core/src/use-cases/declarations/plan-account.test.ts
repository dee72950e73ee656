import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = () => declaringFixture(inMemory())

const ACME = {
  timezone: 'Europe/Paris' as never,
  credits: { sms: 100 },
  apiKeys: [{ id: 'key_a' }],
  numbers: [{ number: '+12025550100' }],
  groups: [{ name: 'VIP', default: true, sender: '+12025550100', tags: ['vip'] }],
  customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free'] }],
  trackingLinks: [{ link: 'go.example.com/sale', target: 'https://shop.example.com' }],
  webhooks: [{ url: 'https://hooks.example.com', events: ['message.sent'] }],
} satisfies Parameters<ReturnType<typeof open>['plan']>[0]

describe('the plan of a declaration', () => {
  test('of a new account has the changes that applying it then makes, no id and no secret', async () => {
    const { plan, apply, accounts } = open()
    const planned = await plan(ACME)
    expect(planned).toEqual({ account: { id: null, name: 'Acme' }, changes: expect.any(Array) })
    expect(await accounts()).toEqual([])
    const { changes } = await apply(ACME)
    expect(planned.changes).toEqual(changes)
    expect(changes).toHaveLength(7)
  })

  test('of an existing account changes nothing, with and without the removal of omitted items', async () => {
    const { plan, apply } = open()
    const { account } = await apply(ACME)
    const less = { timezone: 'UTC' as never, groups: [{ name: 'News', default: true }] }
    const first = await plan(less, { prune: true })
    expect(first.account).toEqual({ id: account.id, name: 'Acme' })
    expect(first.changes).toEqual(expect.arrayContaining(['groups: created News', 'apiKeys: removed key_a']))
    expect(await plan(less, { prune: true })).toEqual(first)
    expect((await plan(ACME)).changes).toEqual([])
    const withoutPrune = await plan(less)
    expect((await apply(less)).changes).toEqual(withoutPrune.changes)
  })

  test('is refused with the faults of the declaration, also with those that only the stored account shows', async () => {
    const { plan, apply } = open()
    await apply(ACME)
    await expect(plan({ groups: [{ name: '' }] })).rejects.toMatchObject({ code: 'invalid-input' })
    const unknown = { groups: [{ name: 'VIP', sender: '+12025550199' }] }
    await expect(plan(unknown)).rejects.toMatchObject({
      details: { fields: [{ field: 'account.groups[0].sender', message: 'is not a number of this account' }] },
    })
  })
})
