import { describe, expect, test } from '@jest/globals'
import type { Draft } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ANN, BOB, ids, NOW } from '../fixtures/builders.js'

export function describeDraftStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run, account } = fixture
    return {
      ...fixture,
      add: async (given: Partial<Draft> = {}, max = 10) => {
        const draft = aDraft({ account: account.id, ...given })
        return { draft, isAdded: await run(({ drafts }) => drafts.add(draft, max)) }
      },
      find: ({ id }: Draft, of = account.id) => run(({ drafts }) => drafts.find(of, id)),
      list: (limit = 10, of = account.id) => run(({ drafts }) => drafts.list(of, limit)),
    }
  }

  describe('drafts', () => {
    test('keep every field, and are not visible to other accounts', async () => {
      const { add, find, neighbour } = await openStore()
      const { draft } = await add({ sentAt: after(9), version: 3 })
      expect(await find(draft)).toEqual(draft)
      expect(await find(draft, (await neighbour()).id)).toBeNull()
    })

    test('are saved with all but their creation', async () => {
      const { add, find, run, account } = await openStore()
      const { draft } = await add()
      const changed: Draft = {
        ...draft,
        version: 2,
        content: { body: 'Hello', numbers: [BOB], form: '{"a":1}' },
        updatedBy: ids.next('usr'),
        updatedAt: after(5),
        sentAt: after(5),
      }
      await run(async ({ drafts }) => {
        expect(await drafts.lock(account.id, draft.id)).toEqual(draft)
        await drafts.save({ ...changed, createdBy: ids.next('usr'), createdAt: after(7) })
      })
      expect(await find(draft)).toEqual(changed)
    })

    test('are listed by their latest change, without the sent ones and without what is not shown', async () => {
      const { add, list, neighbour } = await openStore()
      const first = (await add({ updatedAt: after(1) })).draft
      const second = (await add({ updatedAt: after(2) })).draft
      await add({ updatedAt: after(3), sentAt: after(3) })
      await add({ account: (await neighbour()).id })
      const listed = ({ content: { body, numbers }, ...draft }: Draft) => ({
        ...draft,
        body,
        numberCount: numbers.length,
        template: null,
      })
      expect(await list()).toEqual([listed(second), listed(first)])
      expect(await list(1)).toEqual([listed(second)])
    })

    test.each([
      ['{"source":"template","template":"tpl_1"}', 'tpl_1'],
      ['{"template":"Ä \\"x\\"","source":"template","groups":["grp_1"]}', 'Ä "x"'],
      ['{"source":"text","template":"tpl_1"}', null],
      ['{"source":"template","template":""}', null],
      ['{"source":"template","template":["tpl_1"]}', null],
      ['{"source":["template"],"template":"tpl_1"}', null],
      ['{"source":"template","template":null}', null],
      ['{"source":"template"}', null],
      ['{}', null],
    ])('with the form %s are listed with the template %j', async (form, template) => {
      const { add, list } = await openStore()
      await add({ content: { body: '', numbers: [], form } })
      expect((await list()).map((draft) => draft.template)).toEqual([template])
    })

    test('are not added beyond the limit of the account, in which sent ones do not count', async () => {
      const { add, find, list, neighbour } = await openStore()
      await add({}, 2)
      await add({ sentAt: NOW }, 2)
      await add({ account: (await neighbour()).id }, 2)
      expect((await add({}, 2)).isAdded).toBe(true)
      const { draft, isAdded } = await add({}, 2)
      expect([isAdded, await find(draft), (await list()).length]).toEqual([false, null, 2])
    })

    test('are removed once, and only in their account', async () => {
      const { add, find, run, account, neighbour } = await openStore()
      const { draft } = await add()
      const remove = (of = account.id) => run(({ drafts }) => drafts.remove(of, draft.id))
      expect([await remove((await neighbour()).id), await find(draft)]).toEqual([false, draft])
      expect([await remove(), await remove(), await find(draft)]).toEqual([true, false, null])
    })

    test('are deleted when nobody has changed them for long, or some time after they were sent', async () => {
      const { add, find, run, account } = await openStore()
      const drafts = [
        (await add({ updatedAt: after(1) })).draft,
        (await add({ updatedAt: after(2) })).draft,
        (await add({ updatedAt: after(2), sentAt: after(3) })).draft,
        (await add({ updatedAt: after(2), sentAt: after(4) })).draft,
      ]
      const trim = (limit: number) =>
        run((stores) => stores.drafts.trim(account.id, { changed: after(1), sent: after(3) }, limit))
      expect([await trim(1), await trim(10), await trim(10)]).toEqual([1, 1, 0])
      const kept = await Promise.all(drafts.map((draft) => find(draft)))
      expect(kept).toEqual([null, drafts[1], null, drafts[3]])
    })

    test('lose an erased number, with a new version', async () => {
      const { add, find, run, account, neighbour } = await openStore()
      const content = { body: 'Hi', numbers: [ANN, 'nobody', BOB], form: '{}' }
      const { draft } = await add({ content })
      const others = (await add({ account: (await neighbour()).id, content })).draft
      const erase = () => run(({ erasures }) => erasures.eraseLeftovers({ account: account.id, phone: ANN }))
      expect([await erase(), await erase()]).toEqual([1, 0])
      expect(await find(draft)).toEqual({ ...draft, version: 2, content: { ...content, numbers: ['nobody', BOB] } })
      expect(await find(others, others.account)).toEqual(others)
    })
  })
}

function aDraft(given: Partial<Draft> & Pick<Draft, 'account'>): Draft {
  const user = ids.next('usr')
  return {
    id: ids.next('drf'),
    version: 1,
    content: { body: 'Hi 🎉', numbers: [ANN, 'not a number'], form: '{"to":"numbers"}' },
    createdBy: user,
    createdAt: NOW,
    updatedBy: user,
    updatedAt: NOW,
    sentAt: null,
    ...given,
  }
}
