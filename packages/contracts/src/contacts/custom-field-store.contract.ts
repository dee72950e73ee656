import { describe, expect, test } from '@jest/globals'
import type { Contact } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, aContact, aCustomField, phoneOf } from '../fixtures/builders.js'

export function describeCustomFieldStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('custom fields', () => {
    test('of an account are returned in the order of their keys, including fields that are hidden from clients', async () => {
      const { run, account, customField, neighbour } = await openFixture()
      const third = await customField({ key: 'contact_custom_field_3', label: 'Old', status: 'deleting' })
      const second = await customField({ key: 'contact_custom_field_2', label: 'Asleep', status: 'disabled' })
      const first = await customField({ type: 'MULTI_SELECT', options: ['red', 'Blue', ' '] })
      expect(await run(({ customFields }) => customFields.of(account.id))).toEqual([first, second, third])
      const other = await neighbour()
      expect(await run(({ customFields }) => customFields.of(other.id))).toEqual([])
    })

    test('are replaced when a field with the same key is put', async () => {
      const { run, account, customField } = await openFixture()
      await customField({ label: 'Plan', type: 'SINGLE_SELECT', options: ['Free'] })
      const changed = await customField({
        label: 'Tier',
        type: 'SINGLE_SELECT',
        options: ['Free', 'Pro'],
        status: 'disabled',
      })
      expect(await run(({ customFields }) => customFields.of(account.id))).toEqual([changed])
    })

    test('can swap labels within one unit of work', async () => {
      const { run, account, customField } = await openFixture()
      const one = await customField({ key: 'contact_custom_field_1', label: 'One' })
      const two = await customField({ key: 'contact_custom_field_2', label: 'Two' })
      await run(async ({ customFields }) => {
        await customFields.put({ ...one, label: 'Two' })
        await customFields.put({ ...two, label: 'One' })
      })
      const labels = (await run(({ customFields }) => customFields.of(account.id))).map(({ label }) => label)
      expect(labels).toEqual(['Two', 'One'])
    })

    test('belong to one account', async () => {
      const { run, account, customField, neighbour } = await openFixture()
      const [ours, other] = [await customField(), await neighbour()]
      await run(({ customFields }) => customFields.put(aCustomField({ account: other.id, label: 'Theirs' })))
      await run(({ customFields }) => customFields.remove(other.id, ours.key))
      expect(await run(({ customFields }) => customFields.of(account.id))).toEqual([ours])
      expect(await run(({ customFields }) => customFields.of(other.id))).toEqual([])
    })

    test('of the account are returned by `lockShared`', async () => {
      const { run, account, customField } = await openFixture()
      const second = await customField({ key: 'contact_custom_field_2', label: 'Asleep', status: 'disabled' })
      const first = await customField()
      expect(await run(({ customFields }) => customFields.lockShared(account.id))).toEqual([first, second])
    })

    test('that are locked by `lockShared` leave no values behind if they are removed concurrently', async () => {
      const { run, account, customField, contacts } = await openFixture()
      const { key } = await customField()
      const many = await contacts(...Array.from({ length: 20 }, (_, n) => ({ phone: phoneOf(n) })))
      const write = (contact: Contact) =>
        run(async (stores) => {
          const fields = await stores.customFields.lockShared(account.id)
          const [locked] = (await stores.contacts.lock(account.id, [contact.phone])).values()
          await stores.contacts.save(fields.map((field) => ({ ...locked!, customValues: { [field.key]: 'Gold' } })))
        })
      const remove = () => run(({ customFields }) => customFields.remove(account.id, key))
      await Promise.all([...many.slice(0, 10).map(write), remove(), ...many.slice(10).map(write)])
      const kept = await run((stores) => stores.contacts.after(account.id, null, 100))
      expect(kept.map(({ customValues }) => customValues)).toEqual(many.map(() => ({})))
    })

    test('are removed with their values in all contacts of the account', async () => {
      const { run, account, customField, contacts, neighbour } = await openFixture()
      await customField()
      const values = { contact_custom_field_1: 'Gold', contact_custom_field_2: 2 } as const
      const [ann, bob] = await contacts(
        { customValues: values },
        { phone: BOB, customValues: { contact_custom_field_2: 3 } },
      )
      const other = await neighbour()
      const theirs = aContact({ account: other.id, customValues: values })
      await run((stores) => stores.contacts.add([theirs]))

      await run(({ customFields }) => customFields.remove(account.id, 'contact_custom_field_1'))

      expect(await run(({ customFields }) => customFields.of(account.id))).toEqual([])
      const kept = await run((stores) => stores.contacts.after(account.id, null, 10))
      expect(kept).toEqual([{ ...ann, customValues: { contact_custom_field_2: 2 } }, bob])
      expect(await run((stores) => stores.contacts.find(other.id, ANN))).toEqual(theirs)
    })
  })
}
