import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, aFullContact, aTag, after } from '../fixtures/builders.js'

export function describeContactViewStore(open: OpenTestAdapters) {
  describe('contact views', () => {
    test('`find` returns the contact with its memberships, their groups and tags, and all custom fields', async () => {
      const fixture = await accountFixture(await open())
      const account = fixture.account.id
      const contact = await fixture.contact(aFullContact({ account }))
      const [vip, news] = [aTag({ name: 'vip' }), aTag({ name: 'a "quoted" tag' })]
      const first = await fixture.group({ name: 'VIP', tags: [vip, news] })
      const second = await fixture.group({ name: 'News' })
      const left = await fixture.group({ name: 'Left' })
      await fixture.member(contact, second, { state: 'pending', since: after(9) })
      await fixture.member(contact, first, { since: after(1) })
      await fixture.member(contact, left, { state: 'removed' })
      const disabled = await fixture.customField({ key: 'contact_custom_field_2', status: 'disabled' })
      const select = await fixture.customField({
        key: 'contact_custom_field_1',
        type: 'SINGLE_SELECT',
        options: ['Free', 'Pro, "plus"'],
      })
      const found = await fixture.run(({ contactViews }) => contactViews.find(account, ANN))
      expect(found).toEqual({
        contact,
        context: {
          memberships: [
            { account, contact: contact.id, group: first.id, state: 'active', since: after(1) },
            { account, contact: contact.id, group: second.id, state: 'pending', since: after(9) },
          ],
          groups: expect.any(Map),
          fields: [select, disabled],
        },
      })
      const shown = [...found!.context.groups.values()].map(({ id, name, tags }) => ({ id, name, tags }))
      expect(shown).toEqual([
        { id: first.id, name: 'VIP', tags: [vip, news] },
        { id: second.id, name: 'News', tags: [] },
      ])
    })

    test('`find` returns null for an unknown number, and for a contact of another account', async () => {
      const fixture = await accountFixture(await open())
      await fixture.contact()
      const other = (await fixture.neighbour()).id
      const find = (account: typeof other, phone: typeof ANN) =>
        fixture.run(({ contactViews }) => contactViews.find(account, phone))
      expect(await Promise.all([find(fixture.account.id, BOB), find(other, ANN)])).toEqual([null, null])
      expect((await find(fixture.account.id, ANN))?.context).toEqual({ memberships: [], groups: new Map(), fields: [] })
    })
  })
}
