import { declaringFixture, accountFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { ReadAccount } from '../accounts/read-account.js'
import { JoinGroup } from '../consent/join-group.js'
import { CreateContact } from '../contacts/create-contact.js'
import { ApplyAccount } from './apply-account.js'

const open = () => declaringFixture(inMemory())

describe('groups', () => {
  test('are no longer the default if another group is declared as the default', async () => {
    const { apply, unitOfWork } = open()
    const { account } = await apply({ groups: [{ name: 'A', default: true }, { name: 'B' }] })
    const { parts, changes } = await apply({ groups: [{ name: 'B', default: true }] })
    const defaults = parts.groups.map(({ name, isDefault }) => [name, isDefault])
    expect(defaults).toEqual([
      ['B', true],
      ['A', false],
    ])
    expect(changes).toEqual(['groups: changed B', 'groups: A is no longer the default'])
    const stored = await unitOfWork.run(({ groups }) => groups.of(account.id))
    expect(stored.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['A', false],
      ['B', true],
    ])
  })

  test('keep their members when they are declared again, and cannot be pruned while they have members', async () => {
    const fixture = open()
    const { account, parts } = await fixture.apply({ groups: [{ name: 'VIP' }, { name: 'News' }] })
    const phone = parsePhoneNumber('+12025550123')
    await new CreateContact(fixture).execute({ account, phone, fields: {} })
    const joinGroup = new JoinGroup({ ...fixture, provider: scriptedProvider() })
    await joinGroup.execute({ account, phone, group: parts.groups[0]!.id, mode: 'DIRECT' })
    const kept = await fixture.apply({ groups: [{ name: 'VIP', optInMessage: 'Hello' }] })
    expect(kept.parts.groups[0]).toMatchObject({ id: parts.groups[0]!.id, optInMessage: 'Hello' })
    const faults = await fixture.faultsOf({ groups: [] }, { prune: true })
    expect(faults).toEqual([{ field: 'account.groups', message: expect.stringContaining('"VIP"') }])
    expect(await fixture.unitOfWork.run(({ groups }) => groups.of(account.id))).toHaveLength(2)
  })

  test('share the tags that have the same name', async () => {
    const { apply, unitOfWork } = open()
    const first = await apply({ groups: [{ name: 'A', tags: ['vip', 'vip'] }] })
    const second = await apply({ groups: [{ name: 'B', tags: ['vip'] }] })
    expect(second.parts.groups[0]!.tags).toEqual(first.parts.groups[0]!.tags)
    expect(await unitOfWork.run(({ groups }) => groups.tags(first.account.id))).toHaveLength(1)
  })
})

describe('a declaration is refused', () => {
  test('with every fault and its path, and nothing is stored', async () => {
    const { faultsOf, accounts } = open()
    const faults = await faultsOf({
      apiKeys: [{ id: 'a' }, { id: 'b' }, { id: 'a' }],
      groups: [
        { name: 'A', default: true },
        { name: 'B', default: true },
      ],
      customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: [] }],
    })
    expect(faults.map(({ field }) => field)).toEqual([
      'account.apiKeys[2].id',
      'account.groups[1].default',
      'account.customFields[0].options',
    ])
    expect(await accounts()).toEqual([])
  })

  test('if it has an unknown field name, so that a typo is never ignored', async () => {
    const { faultsOf, accounts } = open()
    const typo: object = { creditz: { sms: 100 }, compliance: { helptext: 'Call us' } }
    expect((await faultsOf(typo)).map(({ field }) => field)).toEqual(['account.creditz', 'account.compliance.helptext'])
    expect(await accounts()).toEqual([])
  })

  test('and rolled back if a fault shows only in comparison with the stored data', async () => {
    const fixture = open()
    const { account } = await fixture.apply({
      customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }],
    })
    const faults = await fixture.faultsOf({
      dailyMessageQuota: 5,
      numbers: [{ number: '12345' }],
      groups: [{ name: 'VIP', sender: '99999' }],
      customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'NUMBER' }],
    })
    expect(faults.map(({ field }) => field)).toEqual(['account.customFields[0].type', 'account.groups[0].sender'])
    expect(await new ReadAccount(fixture).execute({ name: 'Acme' })).toEqual(account)
    const stored = await fixture.unitOfWork.run(async (stores) => [
      await stores.senders.of(account.id),
      await stores.groups.of(account.id),
      (await stores.customFields.of(account.id)).map(({ type, label }) => [type, label]),
    ])
    expect(stored).toEqual([[], [], [['TEXT', 'Plan']]])
  })

  test('if it uses the label of a stored field that it does not declare', async () => {
    const { apply, faultsOf } = open()
    await apply({ customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }] })
    const clashing = { customFields: [{ key: 'contact_custom_field_2', label: 'PLAN', type: 'TEXT' }] } as const
    expect(await faultsOf(clashing)).toMatchObject([{ field: 'account.customFields[0].label' }])
    await expect(apply(clashing, { prune: true })).resolves.toMatchObject({
      parts: { customFields: [{ label: 'PLAN' }] },
    })
  })

  test('if it changes the type of a field', async () => {
    const { apply, faultsOf } = open()
    await apply({ customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' }] })
    const changed = { customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'DATE' }] } as const
    expect(await faultsOf(changed)).toMatchObject([{ field: 'account.customFields[0].type' }])
  })

  test('if it declares a key, number or link of another account', async () => {
    const fixture = open()
    const other = await accountFixture(fixture, { name: 'Other' })
    const theirs = {
      apiKeys: [{ id: 'key_demo', secret: 'the-secret-of-theirs' }],
      numbers: [{ number: '+12025550100' }],
      trackingLinks: [{ link: 'go.example.com/sale', target: 'https://theirs.example.com' }],
    }
    await new ApplyAccount(fixture).execute({ declaration: { name: 'Other', ...theirs }, prune: false })
    const faults = await fixture.faultsOf({
      apiKeys: [{ id: 'key_ours' }, { id: 'key_demo', secret: 'the-secret-of-ours' }],
      numbers: [{ number: '+12025550100' }],
      trackingLinks: [{ link: 'go.example.com/sale', target: 'https://ours.example.com' }],
    })
    const message = 'belongs to another account'
    expect(faults).toEqual([
      { field: 'account.numbers[0].number', message },
      { field: 'account.trackingLinks[0].link', message },
      { field: 'account.apiKeys[1].id', message },
    ])
    expect(await fixture.accounts()).toEqual([other.account])
    expect(await fixture.enter('key_demo', 'the-secret-of-theirs')).toEqual(other.account)
  })

  test('if it removes the number that a group sends from', async () => {
    const { apply, faultsOf } = open()
    await apply({ numbers: [{ number: '12345' }], groups: [{ name: 'VIP', sender: '12345' }] })
    const faults = await faultsOf({ numbers: [], groups: [{ name: 'VIP' }] }, { prune: true })
    expect(faults).toMatchObject([{ field: 'account.groups[0].sender' }])
    await expect(apply({ groups: [{ name: 'VIP', sender: null }] }, { prune: true })).resolves.toMatchObject({
      parts: { senders: [], groups: [{ sender: null }] },
    })
  })
})

describe('the carrier of a number', () => {
  const faultsWith = async (carriers: readonly string[] | undefined, carrier: string) => {
    const { provider, ...adapters } = inMemory()
    const named =
      carriers === undefined ? provider : Object.assign(Object.create(provider) as typeof provider, { carriers })
    const fixture = declaringFixture({ ...adapters, provider: named })
    return fixture.faultsOf({ numbers: [{ number: '+12025550100' }, { number: '+12025550101', carrier }] })
  }

  test('is one of those of the service', async () => {
    expect(await faultsWith(['main', 'backup'], 'backup')).toEqual([])
  })

  test.each([
    [['main', 'backup'], 'expected main, backup, got other'],
    [undefined, 'the service has no file of carriers, got other'],
  ])('is refused if it is none of them: %j', async (carriers, expected) => {
    const field = 'account.numbers[1].carrier'
    expect(await faultsWith(carriers, 'other')).toEqual([
      { field, message: `is no carrier of the service: ${expected}` },
    ])
  })
})
