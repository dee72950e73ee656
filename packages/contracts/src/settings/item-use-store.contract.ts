import type { Condition, FilterItem, Template, TemplateLanguage } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, aTag, ids, phoneOf } from '../fixtures/builders.js'
import { anOccurrenceAt, aSchedule } from '../schedules/schedule-builders.js'
import { aTemplate } from '../templates/template-builders.js'

type Run = Awaited<ReturnType<typeof accountFixture>>['run']

const addTemplates = (run: Run, templates: readonly Template[]) =>
  run(async (stores) => {
    for (const template of templates) await stores.templates.add(template)
  })

const languageOf = (variants: TemplateLanguage['variants']): TemplateLanguage => ({
  field: 'contact_custom_field_1',
  default: 'Free',
  variants,
})

export function describeItemUseStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('the uses of an item', () => {
    test('are the schedules that have not ended, the next ones first, and their whole number', async () => {
      const { run, account, neighbour, group } = await openFixture()
      const [vip, other] = [await group(), await neighbour()]
      const audience = { kind: 'groups', groups: [ids.next('grp'), vip.id] } as const
      const template = ids.next('tpl')
      const shared = { account: account.id, audience, from: '12345', body: 'Hi {{contact_custom_field_1}}', template }
      const late = aSchedule({ ...shared, next: anOccurrenceAt(after(9)) })
      const soon = aSchedule({ ...shared, status: 'paused', next: anOccurrenceAt(after(8)) })
      const twin = aSchedule({ ...shared, next: anOccurrenceAt(after(9)) })
      const others = [
        aSchedule({ ...shared, status: 'ended', next: null }),
        aSchedule({ ...shared, account: other.id }),
        aSchedule({ account: account.id, from: '+12025550111', body: 'contact_custom_field' }),
        aSchedule({ account: account.id, audience: { kind: 'list', list: ids.next('lst') } }),
      ]
      await run(async ({ schedules }) => {
        for (const schedule of [late, ...others, soon, twin]) await schedules.add(schedule)
      })
      const all = { totalCount: 3, first: [soon, late, twin] }
      expect(await run(({ itemUses }) => itemUses.schedulesTo(account.id, vip.id, 9))).toEqual(all)
      expect(await run(({ itemUses }) => itemUses.schedulesFrom(account.id, '12345', 9))).toEqual(all)
      expect(await run(({ itemUses }) => itemUses.schedulesWith(account.id, 'contact_custom_field_1', 9))).toEqual(all)
      expect(await run(({ itemUses }) => itemUses.schedulesUsing(account.id, template, 9))).toEqual(all)
      expect(await run(({ itemUses }) => itemUses.schedulesFrom(account.id, '12345', 1))).toEqual({
        totalCount: 3,
        first: [soon],
      })
      const none = { totalCount: 0, first: [] }
      expect(await run(({ itemUses }) => itemUses.schedulesTo(account.id, ids.next('grp'), 9))).toEqual(none)
      expect(await run(({ itemUses }) => itemUses.schedulesFrom(account.id, '1234', 9))).toEqual(none)
      expect(await run(({ itemUses }) => itemUses.schedulesWith(account.id, '%', 9))).toEqual(none)
      expect(await run(({ itemUses }) => itemUses.schedulesUsing(account.id, ids.next('tpl'), 9))).toEqual(none)
    })

    test('are the schedules whose filter names any segment, at any depth', async () => {
      const { run, account } = await openFixture()
      const naming: Condition = { segments: { ids: { in: [ids.next('seg')] } } }
      const filters = [
        naming,
        { any: [{ not: { all: [naming, { tz: { exists: true } }] } }] },
        { firstName: { eq: 'seg_' } },
      ]
      const schedules = filters.map((condition) =>
        aSchedule({ account: account.id, audience: { kind: 'filter', condition } }),
      )
      const ended = aSchedule({ account: account.id, audience: schedules[0]!.audience, status: 'ended', next: null })
      await run(async (stores) => {
        for (const one of [...schedules, ended, aSchedule({ account: account.id })]) await stores.schedules.add(one)
      })
      const { totalCount, first } = await run(({ itemUses }) => itemUses.schedulesWithSegments(account.id, 9))
      expect([totalCount, first.map(({ id }) => id)]).toEqual([2, schedules.slice(0, 2).map(({ id }) => id)])
    })

    test('are the schedules whose filter names a custom field or a tracking link, at any depth', async () => {
      const { run, account } = await openFixture()
      const filtering = (condition: Condition, more: { status: 'ended'; next: null } | object = {}) =>
        aSchedule({ account: account.id, audience: { kind: 'filter', condition }, ...more })
      const deep = (condition: Condition): Condition => ({
        any: [{ not: { all: [condition, { tz: { exists: true } }] } }],
      })
      const byField: Condition = { customFields: { contact_custom_field_1: { exists: true } } }
      const byLink: Condition = { clicked: { link: 'go.acme.com/a' }, isFavorite: { eq: true } }
      const [field, deepField, link, deepLink] = [byField, deep(byField), byLink, deep(byLink)].map((condition) =>
        filtering(condition),
      )
      const others = [
        filtering(byField, { status: 'ended', next: null }),
        filtering(byLink, { status: 'ended', next: null }),
        filtering({ customFields: { contact_custom_field_2: { eq: 'contact_custom_field_1' } } }),
        filtering({ clicked: { link: 'go.acme.com/ab', within: '7d' } }),
        aSchedule({ account: account.id, body: 'contact_custom_field_1 go.acme.com/a' }),
      ]
      await run(async ({ schedules }) => {
        for (const one of [field!, deepField!, link!, deepLink!, ...others]) await schedules.add(one)
      })
      const found = async (item: Exclude<FilterItem, { kind: 'group' }>) => {
        const { totalCount, first } = await run(({ itemUses }) => itemUses.schedulesFilteringBy(account.id, item, 9))
        return [totalCount, first.map(({ id }) => id)]
      }
      const byFirst = await found({ kind: 'customField', key: 'contact_custom_field_1' })
      expect(byFirst).toEqual([2, [field!.id, deepField!.id]])
      expect(await found({ kind: 'trackingLink', link: 'go.acme.com/a' })).toEqual([2, [link!.id, deepLink!.id]])
      expect(await found({ kind: 'customField', key: 'contact_custom_field_3' })).toEqual([0, []])
      expect(await found({ kind: 'trackingLink', link: '%' })).toEqual([0, []])
    })

    test('are the templates with a text in any language, the newest first, and their whole number', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const text = (body: string) => ({ body, mediaUrl: null })
      const tag = 'Plan: {{contact_custom_field_1}}'
      const own = aTemplate({ account: account.id, content: { ...text(tag), language: null } })
      const inVariant = aTemplate({
        account: account.id,
        createdAt: after(5),
        content: { ...text('Hi'), language: languageOf({ Gold: text('"Hi"'), Pro: text(tag) }) },
      })
      const twin = aTemplate({ account: account.id, content: { ...text(`${tag} ${tag}`), language: null } })
      const others = [
        aTemplate({
          account: account.id,
          name: tag,
          content: { ...text('Hi'), language: languageOf({ [tag]: text('Hi') }) },
        }),
        aTemplate({ account: other.id, content: { ...text(tag), language: null } }),
      ]
      await addTemplates(run, [own, inVariant, twin, ...others])
      // A text of an earlier version is not sent any more.
      await run(async ({ templates }) => {
        const before = aTemplate({ account: account.id, content: { ...text(tag), language: null } })
        await templates.add(before)
        await templates.lock(account.id, before.id)
        await templates.save({ ...before, version: 2, content: { ...text('Hi'), language: null } })
      })
      const found = (used: string, limit = 9) => run(({ itemUses }) => itemUses.templatesWith(account.id, used, limit))
      const first = [inVariant, twin, own].map(({ id, name }) => ({ id, name }))
      expect(await found('contact_custom_field_1')).toEqual({ totalCount: 3, first })
      expect(await found('contact_custom_field_1', 1)).toEqual({ totalCount: 3, first: first.slice(0, 1) })
      expect(await found('%')).toEqual({ totalCount: 0, first: [] })
    })

    test('are the templates whose language a custom field chooses', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const text = { body: 'Hi {{contact_custom_field_2}}', mediaUrl: null }
      const variants = { contact_custom_field_2: text }
      const choosing = aTemplate({ account: account.id, content: { ...text, language: languageOf(variants) } })
      await addTemplates(run, [
        choosing,
        aTemplate({ account: account.id, content: { ...text, language: null } }),
        aTemplate({ account: other.id, content: { ...text, language: languageOf(variants) } }),
      ])
      const found = (n: 1 | 2) =>
        run(({ itemUses }) => itemUses.templatesChoosingBy(account.id, `contact_custom_field_${n}`, 9))
      const { id, name } = choosing
      expect(await found(1)).toEqual({ totalCount: 1, first: [{ id, name }] })
      expect(await found(2)).toEqual({ totalCount: 0, first: [] })
    })

    test('are the members of a group, active and pending', async () => {
      const { run, account, group, contacts, member } = await openFixture()
      const [vip, empty] = [await group(), await group()]
      const [ann, bob, eve, kim] = await contacts(...[1, 2, 3, 4].map((n) => ({ phone: phoneOf(n) })))
      await member(ann!, vip)
      await member(bob!, vip)
      await member(eve!, vip, { state: 'pending' })
      await member(kim!, vip, { state: 'removed' })
      const membersOf = (id: typeof vip.id) => run(({ itemUses }) => itemUses.membersOf(account.id, id))
      expect(await membersOf(vip.id)).toEqual({ active: 2, pending: 1 })
      expect(await membersOf(empty.id)).toEqual({ active: 0, pending: 0 })
      expect(await membersOf(ids.next('grp'))).toEqual({ active: 0, pending: 0 })
    })

    test('are the values of a custom field, and how many contacts have each option', async () => {
      const { run, account, contacts, customField } = await openFixture()
      await customField({ key: 'contact_custom_field_1', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] })
      await customField({ key: 'contact_custom_field_2', type: 'MULTI_SELECT', options: ['Tea', 'Rum', 'Ale'] })
      await customField({ key: 'contact_custom_field_3', type: 'TEXT' })
      await contacts(
        { phone: phoneOf(1), customValues: { contact_custom_field_1: 'Pro', contact_custom_field_2: ['Tea', 'Rum'] } },
        { phone: phoneOf(2), customValues: { contact_custom_field_1: 'Gone', contact_custom_field_2: ['Rum'] } },
        { phone: phoneOf(3), customValues: { contact_custom_field_1: 'Pro', contact_custom_field_3: 'Pro' } },
        { phone: phoneOf(4) },
      )
      const valuesOf = (n: 1 | 2 | 3 | 4) =>
        run(({ itemUses }) => itemUses.valuesOf(account.id, `contact_custom_field_${n}`))
      expect(await valuesOf(1)).toEqual({ contacts: 3, options: new Map(Object.entries({ Pro: 2, Gone: 1 })) })
      expect(await valuesOf(2)).toEqual({ contacts: 2, options: new Map(Object.entries({ Tea: 1, Rum: 2 })) })
      expect(await valuesOf(3)).toEqual({ contacts: 1, options: new Map() })
      expect(await valuesOf(4)).toEqual({ contacts: 0, options: new Map() })
    })
  })

  describe('tags', () => {
    test('are added without a group, renamed in all groups, and removed from them', async () => {
      const { run, account, group, reread, neighbour } = await openFixture()
      const [vip, news] = [aTag({ name: 'vip' }), aTag({ name: 'news' })]
      const first = await group({ tags: [vip, news] })
      const second = await group({ tags: [vip] })
      const alone = aTag({ name: 'alone' })
      await run(({ groups }) => groups.putTag(account.id, alone))
      const renamed = { ...vip, name: 'gold', updatedAt: after(5) }
      await run(({ groups }) => groups.putTag(account.id, renamed))
      expect(await run(({ groups }) => groups.tags(account.id))).toEqual([alone, renamed, news])
      expect([(await reread(first)).tags, (await reread(second)).tags]).toEqual([[renamed, news], [renamed]])

      const other = await neighbour()
      await run(({ groups }) => groups.removeTag(other.id, vip.id))
      expect(await run(({ groups }) => groups.tags(account.id))).toHaveLength(3)
      await run(({ groups }) => groups.removeTag(account.id, vip.id))
      expect(await run(({ groups }) => groups.tags(account.id))).toEqual([alone, news])
      expect([(await reread(first)).tags, (await reread(second)).tags]).toEqual([[news], []])
    })
  })
}
