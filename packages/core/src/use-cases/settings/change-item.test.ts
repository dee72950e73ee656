import { aContact, aMembership, aSchedule, declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ChangeCustomField, CreateCustomField, ReadCustomFieldUses, RemoveCustomField } from './change-custom-fields.js'
import { ChangeGroup, CreateGroup, groupItemOf, ReadGroupUses, RetireGroup } from './change-groups.js'
import { AddSender, ChangeSender, RemoveSender } from './change-senders.js'
import { CreateTag, ListTags, RemoveTag, RenameTag } from './change-tags.js'
import { ChangeTrackingLink, CreateTrackingLink, RemoveTrackingLink } from './change-tracking-links.js'

const NUMBER = '+12025550100'

async function open() {
  const fixture = declaringFixture(inMemory())
  const applied = await fixture.apply({
    numbers: [{ number: NUMBER }],
    groups: [{ name: 'VIP', default: true, sender: NUMBER, tags: ['vip'] }, { name: 'News' }],
    customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }],
    trackingLinks: [{ link: 'go.acme.com/sale', target: 'https://acme.com' }],
  })
  const account = applied.account.id
  const [news, vip] = ['News', 'VIP'].map((name) => applied.parts.groups.find((group) => group.name === name)!)
  return { ...fixture, account, news: news!, vip: vip! }
}

describe('a group', () => {
  test('is created, changed and renamed by the rules of a declaration, which then changes nothing', async () => {
    const fixture = await open()
    const { account, apply, vip } = fixture
    const fields = { name: 'Sales', optInType: 'DOUBLE', tags: ['vip', 'new'] } as const
    const created = await new CreateGroup(fixture).execute({ account, fields })
    expect(created).toMatchObject({ name: 'Sales', isDefault: false, optInType: 'DOUBLE', sender: null })
    expect((await apply({ groups: [fields] })).changes).toEqual([])

    const changes = { name: 'Deals', default: true, optInMessage: 'Hi' }
    const changed = await new ChangeGroup(fixture).execute({ account, item: created.id, changes })
    expect(changed).toEqual({ ...created, name: 'Deals', isDefault: true, optInMessage: 'Hi' })
    const { parts } = await apply({})
    expect(parts.groups.find(({ id }) => id === vip.id)!.isDefault).toBe(false)
    expect((await apply({ groups: [groupItemOf(changed)] })).changes).toEqual([])
  })

  test('is refused with the faults of a declaration, and if the name is taken', async () => {
    const fixture = await open()
    const { account, vip } = fixture
    const create = (fields: object) => new CreateGroup(fixture).execute({ account, fields: fields as { name: string } })
    await expect(create({ name: ' x', sender: '1', colour: 'red' })).rejects.toMatchObject({
      details: { fields: [{ field: 'colour' }, { field: 'name' }, { field: 'sender' }] },
    })
    await expect(create({ name: 'X', sender: '+12025550199' })).rejects.toMatchObject({
      details: { fields: [{ field: 'sender', message: 'is not a number of this account' }] },
    })
    await expect(create({ name: 'VIP' })).rejects.toMatchObject({ code: 'name-taken' })
    const rename = new ChangeGroup(fixture).execute({ account, item: vip.id, changes: { name: 'News' } })
    await expect(rename).rejects.toMatchObject({ code: 'name-taken' })
    const unknown = new ChangeGroup(fixture).execute({ account, item: 'grp_00000000000000000000000000', changes: {} })
    await expect(unknown).rejects.toMatchObject({ code: 'group-not-found' })
  })

  test('that has changed since it was read is not changed', async () => {
    const fixture = await open()
    const { account, vip } = fixture
    const change = new ChangeGroup(fixture).execute({
      account,
      item: vip.id,
      changes: { default: false },
      isCurrent: ({ optInMessage }) => optInMessage === 'Hi',
    })
    await expect(change).rejects.toMatchObject({
      code: 'state-changed',
      details: { current: { name: 'VIP', default: true, tags: ['vip'] } },
    })
  })

  test('is not retired while it has members or schedules, which the error lists; a declaration says so too', async () => {
    const fixture = await open()
    const { account, vip, news, unitOfWork, apply, faultsOf } = fixture
    const schedule = aSchedule({ account, audience: { kind: 'groups', groups: [news.id] } })
    await unitOfWork.run(async ({ contacts, memberships, schedules }) => {
      const contact = aContact({ account })
      await contacts.add([contact])
      await memberships.save([aMembership({ contact, group: vip, state: 'pending' })])
      await schedules.add(schedule)
    })
    const retire = (item: string) => new RetireGroup(fixture).execute({ account, item })
    await expect(retire(vip.id)).rejects.toMatchObject({
      code: 'item-in-use',
      details: { usedBy: { members: { active: 0, pending: 1 }, schedules: { totalCount: 0, ids: [] } } },
    })
    await expect(retire(news.id)).rejects.toMatchObject({
      details: { usedBy: { schedules: { totalCount: 1, ids: [schedule.id] } } },
    })
    expect(await new ReadGroupUses(fixture).execute({ account, item: news.id })).toMatchObject({
      uses: { schedules: { first: [{ id: schedule.id }] } },
    })
    expect(await faultsOf({}, { prune: true })).toEqual([
      {
        field: 'account.groups',
        message: 'leaves out "News", which is still the audience of schedules and cannot be removed',
      },
      { field: 'account.groups', message: 'leaves out "VIP", which still has members and cannot be removed' },
    ])
    await unitOfWork.run(({ schedules }) => schedules.save({ ...schedule, status: 'ended', next: null }))
    await retire(news.id)
    await expect(retire(news.id)).rejects.toMatchObject({ code: 'group-not-found' })
    expect((await apply({})).parts.groups.map(({ name }) => name)).toEqual(['VIP'])
  })
})

describe('a custom field', () => {
  test('is created, renamed, disabled and removed; its type stays', async () => {
    const fixture = await open()
    const { account, apply, unitOfWork } = fixture
    const fields = { key: 'contact_custom_field_2', label: 'Age', type: 'NUMBER' } as const
    expect(await new CreateCustomField(fixture).execute({ account, fields })).toMatchObject({ status: 'active' })
    const change = (changes: object) =>
      new ChangeCustomField(fixture).execute({ account, item: 'contact_custom_field_1', changes })
    expect(await change({ label: 'Tier', options: ['Pro', 'Gold'], status: 'disabled' })).toMatchObject({
      label: 'Tier',
      options: ['Pro', 'Gold'],
      status: 'disabled',
    })
    await expect(change({ type: 'TEXT', options: [] })).rejects.toMatchObject({
      details: { fields: [{ field: 'type' }] },
    })
    await expect(change({ options: [] })).rejects.toMatchObject({ details: { fields: [{ field: 'options' }] } })
    await expect(change({ label: 'AGE' })).rejects.toMatchObject({ details: { fields: [{ field: 'label' }] } })

    await unitOfWork.run(({ contacts }) =>
      contacts.add([aContact({ account, customValues: { contact_custom_field_1: 'Pro' } })]),
    )
    const uses = await new ReadCustomFieldUses(fixture).execute({ account, item: 'contact_custom_field_1' })
    expect(uses.values).toEqual({ contacts: 1, options: new Map([['Pro', 1]]) })
    const remove = () => new RemoveCustomField(fixture).execute({ account, item: 'contact_custom_field_1' })
    await remove()
    expect((await apply({})).parts.customFields.map(({ label }) => label)).toEqual(['Age'])
    await expect(remove()).rejects.toMatchObject({ code: 'custom-field-not-found' })
  })
})

describe('a tracking link', () => {
  test('is created, gets a new target, and is removed', async () => {
    const fixture = await open()
    const { account, apply } = fixture
    const fields = { link: 'go.acme.com/new', target: 'https://acme.com/new' }
    await new CreateTrackingLink(fixture).execute({ account, fields })
    await expect(new CreateTrackingLink(fixture).execute({ account, fields })).rejects.toMatchObject({
      code: 'name-taken',
    })
    const target = 'https://acme.com/newer'
    const changed = await new ChangeTrackingLink(fixture).execute({ account, item: fields.link, target })
    expect(changed).toMatchObject({ link: fields.link, target })
    await expect(
      new ChangeTrackingLink(fixture).execute({ account, item: fields.link, target: 'nothing' }),
    ).rejects.toMatchObject({ details: { fields: [{ field: 'target' }] } })
    await new RemoveTrackingLink(fixture).execute({ account, item: fields.link })
    expect((await apply({})).parts.trackingLinks.map(({ link }) => link)).toEqual(['go.acme.com/sale'])
  })
})

describe('a number', () => {
  test('is added and changed; only an owner chooses its carrier', async () => {
    const fixture = await open()
    const { account } = fixture
    const change = (changes: object, byOwner = false) =>
      new ChangeSender(fixture).execute({ account, item: NUMBER, changes, byOwner })
    expect(await change({ status: 'inactive', messagesPerSecond: 5, carrier: null })).toMatchObject({
      status: 'inactive',
      messagesPerSecond: 5,
    })
    await expect(change({ carrier: 'acme' })).rejects.toMatchObject({ code: 'owner-required' })
    await expect(change({ carrier: 'acme' }, true)).rejects.toMatchObject({
      details: { fields: [{ field: 'carrier' }] },
    })
    const added = await new AddSender(fixture).execute({ account, fields: { number: '12345', mms: false } })
    expect(added).toMatchObject({ number: '12345', status: 'active', mms: false })
  })

  test('is not removed while a group sends from it, which the error lists', async () => {
    const fixture = await open()
    const { account, vip } = fixture
    const remove = () => new RemoveSender(fixture).execute({ account, item: NUMBER })
    await expect(remove()).rejects.toMatchObject({
      code: 'item-in-use',
      details: { usedBy: { groups: [{ id: vip.id, name: 'VIP' }] } },
    })
    await new ChangeGroup(fixture).execute({ account, item: vip.id, changes: { sender: null } })
    await remove()
    await expect(remove()).rejects.toMatchObject({ code: 'sender-not-found' })
  })
})

test('tags are created, renamed in all groups, and removed from them', async () => {
  const fixture = await open()
  const { account, vip } = fixture
  const list = async () =>
    (await new ListTags(fixture).execute({ account })).map(({ tag, groups }) => [tag.name, groups.map(({ id }) => id)])
  const created = await new CreateTag(fixture).execute({ account, name: 'new' })
  expect(Object.fromEntries(await list())).toEqual({ new: [], vip: [vip.id] })
  await expect(new CreateTag(fixture).execute({ account, name: 'vip' })).rejects.toMatchObject({ code: 'name-taken' })
  await expect(new CreateTag(fixture).execute({ account, name: ' ' })).rejects.toMatchObject({ code: 'invalid-input' })
  const tag = vip.tags[0]!.id
  await new RenameTag(fixture).execute({ account, tag, name: 'gold' })
  await expect(new RenameTag(fixture).execute({ account, tag, name: 'new' })).rejects.toMatchObject({
    code: 'name-taken',
  })
  await new RemoveTag(fixture).execute({ account, tag: created.tag.id })
  expect(await list()).toEqual([['gold', [vip.id]]])
  await new RemoveTag(fixture).execute({ account, tag })
  expect(await list()).toEqual([])
  await expect(new RemoveTag(fixture).execute({ account, tag })).rejects.toMatchObject({ code: 'tag-not-found' })
})
