import { describe, expect, test } from '@jest/globals'
import type { Template, TemplateQuery } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { aTemplate, FULL_CONTENT } from './template-builders.js'

export function describeTemplateStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run, account } = fixture
    return {
      ...fixture,
      add: async (given: Partial<Template> = {}) => {
        const template = aTemplate({ account: account.id, ...given })
        await run(({ templates }) => templates.add(template))
        return template
      },
      find: ({ id }: Template, of = account.id) => run(({ templates }) => templates.find(of, id)),
      list: (query: Partial<TemplateQuery> = {}) =>
        run(({ templates }) => templates.list(account.id, { page: 1, limit: 10, name: null, ...query })),
      versions: ({ id }: Template, page = { page: 1, limit: 10 }) =>
        run(({ templates }) => templates.versions(account.id, id, page)),
    }
  }

  describe('templates', () => {
    test('keep every field, and are not visible to other accounts', async () => {
      const { add, find, neighbour } = await openStore()
      const [plain, full] = [await add(), await add({ content: FULL_CONTENT, version: 3, updatedAt: after(5) })]
      expect([await find(plain), await find(full)]).toEqual([plain, full])
      expect(await find(full, (await neighbour()).id)).toBeNull()
    })

    test('keep the order of their variants', async () => {
      const { add, find } = await openStore()
      const template = await add({ content: FULL_CONTENT })
      const variants = (await find(template))!.content.language!.variants
      expect(Object.keys(variants)).toEqual(Object.keys(FULL_CONTENT.language!.variants))
    })

    test('are added once', async () => {
      const { add, find, versions } = await openStore()
      const template = await add()
      await add({ ...template, name: 'Other', version: 2 })
      expect([await find(template), (await versions(template)).totalCount]).toEqual([template, 1])
    })

    test('are found by name, by ids, and for several accounts at once', async () => {
      const { add, run, account, neighbour } = await openStore()
      const other = await neighbour()
      const [first, second] = [await add({ name: 'Welcome' }), await add()]
      const theirs = await add({ account: other.id, name: 'Welcome' })
      await run(async ({ templates }) => {
        expect(await templates.findByName(account.id, 'Welcome')).toEqual(first)
        expect(await templates.findByName(account.id, 'welcome')).toBeNull()
        const wanted = [second.id, theirs.id, ids.next('tpl')]
        expect(await templates.findAll(account.id, wanted)).toEqual(new Map([[second.id, second]]))
        expect(await templates.findAll(account.id, [])).toEqual(new Map())
        const asked = [first, first, theirs, { account: account.id, id: theirs.id }]
        const found = await templates.findOfAccounts(asked)
        expect(new Set(found)).toEqual(new Set([first, theirs]))
        expect(found).toHaveLength(2)
        expect(await templates.findOfAccounts([])).toEqual([])
      })
    })

    test('are saved with a new version, which is kept beside the earlier ones', async () => {
      const { add, find, run, account, versions } = await openStore()
      const first = await add()
      const second = { ...first, name: 'New', version: 2, content: FULL_CONTENT, updatedAt: after(5) }
      await run(async ({ templates }) => {
        expect(await templates.lock(account.id, first.id)).toEqual(first)
        await templates.save({ ...second, createdAt: after(9) })
      })
      expect(await find(first)).toEqual(second)
      const { id } = first
      const kept = [
        { account: account.id, id, version: 2, content: FULL_CONTENT, createdAt: after(5) },
        { account: account.id, id, version: 1, content: first.content, createdAt: first.updatedAt },
      ]
      expect(await versions(first)).toEqual({ page: 1, limit: 10, totalCount: 2, results: kept })
      expect((await versions(first, { page: 2, limit: 1 })).results).toEqual([kept[1]])
    })

    test('that are renamed keep their versions as they are', async () => {
      const { add, run, versions } = await openStore()
      const template = await add()
      const before = await versions(template)
      await run(({ templates }) => templates.save({ ...template, name: 'Renamed', updatedAt: after(5) }))
      expect(await versions(template)).toEqual(before)
    })

    test('are listed by creation, newest first, and by a part of their name in any case', async () => {
      const { add, list, neighbour } = await openStore()
      const old = await add({ name: 'Old WELCOME', createdAt: after(1) })
      const [low, high] = [await add({ name: 'a', createdAt: after(2) }), await add({ name: 'b', createdAt: after(2) })]
      await add({ account: (await neighbour()).id })
      expect(await list()).toEqual({ page: 1, limit: 10, totalCount: 3, results: [high, low, old] })
      expect((await list({ page: 2, limit: 2 })).results).toEqual([old])
      expect((await list({ name: ' welc ' })).results).toEqual([old])
      expect((await list({ name: '%' })).totalCount).toBe(0)
    })

    test('are counted, and removed with their versions in their account only', async () => {
      const { add, find, run, account, neighbour, versions } = await openStore()
      const other = await neighbour()
      const template = await add()
      const remove = (of = account.id) => run(({ templates }) => templates.remove(of, template.id))
      const count = (of = account.id) => run(({ templates }) => templates.count(of))
      expect([await count(), await count(other.id)]).toEqual([1, 0])
      await remove(other.id)
      expect(await find(template)).toEqual(template)
      await remove()
      expect([await find(template), await count(), (await versions(template)).totalCount]).toEqual([null, 0, 0])
    })

    test('are locked for a change, or by many that use them', async () => {
      const { add, run, account, neighbour } = await openStore()
      const template = await add()
      const other = await neighbour()
      await run(async ({ templates }) => {
        expect(await templates.lockShared(account.id, template.id)).toEqual(template)
        expect(await templates.lockShared(other.id, template.id)).toBeNull()
        expect(await templates.lock(other.id, template.id)).toBeNull()
      })
    })
  })
}
