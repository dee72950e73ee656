import { aSender, aTimetable, accountFixture, BOB, CAT, ids, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Account } from '../../model/accounts/account.js'
import type { Condition } from '../../model/filters/condition.js'
import { SEGMENTS_MAX } from '../../model/segments/segment.js'
import { isSegmentId, type SegmentId } from '../../values/ids.js'
import { Once } from '../idempotency/once.js'
import { CreateSchedule } from '../schedules/create-schedule.js'
import { ChangeSegment, CreateSegment, RemoveSegment } from './change-segments.js'
import { CountFilter, CountSegment, ListSegments, ReadSegment, ReadSegmentUses } from './read-segments.js'

const ANNS: Condition = { firstName: { eq: 'Ann' } }
const naming = (...named: readonly SegmentId[]): Condition => ({ segments: { ids: { in: named } } })

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const { account } = fixture
  return {
    ...adapters,
    ...fixture,
    create: (condition: Condition = ANNS, name = 'Segment', of: Account = account) =>
      new CreateSegment(adapters).execute({ account: of, fields: { name, condition } }),
    change: (id: string, patch: { readonly name?: string; readonly condition?: Condition }) =>
      new ChangeSegment(adapters).execute({ account, id, patch }),
    remove: (id: string, of: Account = account) => new RemoveSegment(adapters).execute({ account: of, id }),
    read: (id: string, of: Account = account) => new ReadSegment(adapters).execute({ account: of, id }),
    uses: async (id: string, of: Account = account) => {
      const { schedules, segments } = await new ReadSegmentUses(adapters).execute({ account: of, id })
      return {
        schedules: [schedules.totalCount, ...schedules.first.map((schedule) => schedule.id)],
        segments: [segments.totalCount, ...segments.first.map(({ name }) => name)],
      }
    },
    count: (id: string) => new CountSegment(adapters).execute({ account, id }),
    names: async () => {
      const query = { page: 1, limit: 100, name: null }
      return (await new ListSegments(adapters).execute({ account, query })).results.map(({ name }) => name)
    },
    schedule: async (condition: Condition) => {
      await fixture.run(({ senders }) => senders.put(aSender({ account: account.id, number: '+12025550199' })))
      const { schedule } = await new CreateSchedule({ ...adapters, once: new Once(adapters) }).execute({
        ...{ account, from: '+12025550199', body: 'Hello', timetable: aTimetable('2026-03-01T13:00') },
        ...{ waves: null, idempotencyKey: null, audience: { kind: 'filter', condition } },
      })
      return schedule.id
    },
  }
}

describe('a segment', () => {
  test('is created, read, changed and removed', async () => {
    const { clock, create, read, change, remove, names } = await open()
    const segment = await create()
    expect(isSegmentId(segment.id)).toBe(true)
    expect(segment).toMatchObject({ name: 'Segment', condition: ANNS, createdAt: NOW, updatedAt: NOW })
    clock.advance(1_000)
    const condition = { tz: { exists: true } }
    const changed = { ...segment, name: 'Other', condition, updatedAt: clock.now() }
    expect(await change(segment.id, { name: 'Other', condition })).toEqual(changed)
    expect(await read(segment.id)).toEqual(changed)
    expect(await change(segment.id, {})).toEqual(changed)
    await remove(segment.id)
    expect(await names()).toEqual([])
  })

  test.each(['seg_01', 'grp_01kjmma2g00000000000000004', ''])('with the id %j is not found', async (id) => {
    const { read, change, remove, count } = await open()
    for (const asking of [read(id), change(id, { name: 'x' }), remove(id), count(id)]) {
      await expect(asking).rejects.toMatchObject({ code: 'segment-not-found' })
    }
  })

  test('of another account is not found, and cannot be named', async () => {
    const { neighbour, create, read, remove } = await open()
    const other = await neighbour()
    const { id } = await create()
    for (const asking of [read(id, other), remove(id, other), create(naming(id), 'x', other)]) {
      await expect(asking).rejects.toMatchObject({ code: 'segment-not-found' })
    }
    expect(await read(id)).toMatchObject({ id })
  })

  test('has a name that no other has, in any case; another account may use it', async () => {
    const { neighbour, create, change } = await open()
    const { id } = await create(ANNS, 'VIPs')
    const other = await create(ANNS, 'Others')
    await expect(create(ANNS, ' vips ')).rejects.toMatchObject({ code: 'name-taken' })
    await expect(change(other.id, { name: 'VIPS' })).rejects.toMatchObject({ code: 'name-taken' })
    expect(await change(id, { name: 'vips' })).toMatchObject({ name: 'vips' })
    expect(await create(ANNS, 'VIPs', await neighbour())).toMatchObject({ name: 'VIPs' })
  })

  test('may name other segments, but no circle arises', async () => {
    const { create, change } = await open()
    const inner = await create()
    const outer = await create(naming(inner.id), 'Outer')
    await expect(change(inner.id, { condition: naming(outer.id) })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: [{ field: 'filter.contact', message: expect.stringContaining(outer.id) }] },
    })
    await expect(change(inner.id, { condition: naming(inner.id) })).rejects.toThrow('must not name the segment itself')
  })

  test('has at most 500 conditions with those of its segments, also when these change', async () => {
    const { create, change } = await open()
    const fifty = { all: Array.from({ length: 50 }, () => ANNS) }
    const inner = await create(fifty, 'Inner')
    const nine = { any: Array.from({ length: 9 }, () => naming(inner.id)) }
    await create(nine, 'Outer')
    await expect(create({ any: [...nine.any, naming(inner.id)] }, 'Large')).rejects.toThrow('got 510')
    await create({ any: [ANNS] }, 'Small')
    const deeper = await create(fifty, 'Deeper')
    await expect(change(inner.id, { condition: { all: [...fifty.all.slice(1), naming(deeper.id)] } })).rejects.toThrow(
      'is too large for',
    )
  })

  test('does not grow beyond what a schedule may have that names it, directly or through another', async () => {
    const { create, change, schedule } = await open()
    const many = (count: number) => ({ all: Array.from({ length: count }, () => ANNS) })
    const [fifty, inner] = [await create(many(50), 'Fifty'), await create(ANNS, 'Inner')]
    const outer = await create({ any: [naming(inner.id), many(40)] }, 'Outer')
    const used = await schedule({ any: [outer, fifty, fifty, fifty, fifty, fifty].map(({ id }) => naming(id)) })
    const grown = { any: Array.from({ length: 4 }, () => naming(fifty.id)) }
    await expect(change(inner.id, { condition: grown })).rejects.toThrow(`is too large for ${used}`)
    expect(await change(inner.id, { condition: many(50) })).toMatchObject({ id: inner.id })
  })

  test.each<[string, Condition, string]>([
    ['an unknown group', { groups: { ids: { in: [ids.next('grp')] } } }, 'group-not-found'],
    ['an unknown group that is left out', { groups: { ids: { notIn: [ids.next('grp')] } } }, 'group-not-found'],
    ['a malformed group', { groups: { ids: { in: ['grp_x'] } } }, 'invalid-group-id'],
    ['a malformed segment', naming('seg_x'), 'segment-not-found'],
    ['a link of nobody', { any: [{ clicked: { link: 'go.example.com/x' } }] }, 'invalid-input'],
  ])('with %s is refused', async (_, condition, code) => {
    const { create, names } = await open()
    await expect(create(condition)).rejects.toMatchObject({ code })
    expect(await names()).toEqual([])
  })

  test('with operators that its custom field does not have is refused, with their paths', async () => {
    const { create, customField } = await open()
    await customField({ key: 'contact_custom_field_1', type: 'NUMBER', options: [] })
    await customField({ key: 'contact_custom_field_2', label: 'Size', type: 'SINGLE_SELECT', options: ['S', 'L'] })
    const condition: Condition = {
      any: [
        { customFields: { contact_custom_field_1: { contains: 'a' } } },
        { customFields: { contact_custom_field_2: { in: ['l', 'XL'] } } },
      ],
    }
    await expect(create(condition)).rejects.toMatchObject({
      details: {
        fields: [
          { field: 'filter.contact.any[0].customFields.contact_custom_field_1.contains' },
          {
            field: 'filter.contact.any[1].customFields.contact_custom_field_2.in[1]',
            message: 'must be one of the options: S, L, got "XL"',
          },
        ],
      },
    })
  })

  test('cannot be removed while a schedule or another segment uses it', async () => {
    const { create, remove, schedule, uses, neighbour } = await open()
    const { id } = await create()
    expect(await uses(id)).toEqual({ schedules: [0], segments: [0] })
    const outer = await create(naming(id), 'Outer')
    const used = await schedule(naming(id))
    expect(await uses(id)).toEqual({ schedules: [1, used], segments: [1, 'Outer'] })
    await expect(uses(id, await neighbour())).rejects.toMatchObject({ code: 'segment-not-found' })
    await expect(remove(id)).rejects.toMatchObject({
      code: 'segment-in-use',
      details: { schedules: [used], segments: [outer.id] },
    })
    await remove(outer.id)
    await expect(remove(id)).rejects.toMatchObject({ details: { schedules: [used], segments: [] } })
  })

  test('is refused beyond the limit', async () => {
    const { create, run, account } = await open()
    await run(async ({ segments }) => {
      for (let i = 0; i < SEGMENTS_MAX; i++) {
        const id = ids.next('seg')
        await segments.put({ id, account: account.id, name: id, condition: ANNS, createdAt: NOW, updatedAt: NOW })
      }
    })
    await expect(create()).rejects.toMatchObject({ code: 'too-many-items', details: { limit: SEGMENTS_MAX } })
  })

  test('counts its contacts, and those that may be texted', async () => {
    const { contacts, group, member, optOut, create, count, account, ...deps } = await open()
    const [ann, out] = await contacts({ firstName: 'ann' }, { firstName: 'Ann', phone: BOB }, { phone: CAT })
    const everybody = await group()
    await member(ann!, everybody)
    await member(out!, everybody)
    await optOut(BOB)
    const { id } = await create()
    expect(await count(id)).toEqual({ contacts: 2, messageable: 1 })
    expect(await new CountFilter(deps).execute({ account, condition: { not: ANNS } })).toEqual({
      contacts: 1,
      messageable: 0,
    })
  })

  test('tells with its count which custom fields have another type by now', async () => {
    const { create, count, customField, run, account } = await open()
    await customField({ key: 'contact_custom_field_1', type: 'NUMBER', options: [] })
    const { id } = await create({ customFields: { contact_custom_field_1: { gte: 5 } } })
    await run(({ customFields }) => customFields.remove(account.id, 'contact_custom_field_1'))
    await customField({ key: 'contact_custom_field_1', type: 'TEXT', options: [] })
    expect(await count(id)).toMatchObject({
      unmetConditions: [
        {
          field: 'filter.contact.customFields.contact_custom_field_1',
          message: 'holds for nobody, because the custom field with this key is of the type TEXT now',
        },
      ],
    })
  })

  test('tells with its count which conditions hold for nobody', async () => {
    const { create, count, customField } = await open()
    await customField({ key: 'contact_custom_field_1', type: 'TEXT', status: 'disabled' })
    const { id } = await create({ any: [ANNS, { customFields: { contact_custom_field_1: { eq: 'x' } } }] })
    const outer = await create({ not: naming(id) }, 'Outer')
    expect(await count(outer.id)).toMatchObject({
      unmetConditions: [{ field: 'filter.contact.not.segments.ids.in', message: expect.stringContaining(id) }],
    })
    const field = 'filter.contact.any[1].customFields.contact_custom_field_1'
    expect(await count(id)).toEqual({
      contacts: 0,
      messageable: 0,
      unmetConditions: [{ field, message: expect.stringContaining('holds for nobody') }],
    })
  })
})
