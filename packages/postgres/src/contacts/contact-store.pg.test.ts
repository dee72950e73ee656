import { expect, test } from '@jest/globals'
import { aContact, aFullContact, describeContactStore, accountFixture, phoneOf } from '@carillon/contracts'
import { openTestDatabase } from '../testing/test-database.js'

describeContactStore(() => openTestDatabase())

test.each([
  ['forty emoji', '🎉'.repeat(40)],
  ['characters with a meaning in JSON or SQL', `"',\\{}[]:;$1?:x --/*%_`],
  ['words with a meaning in other formats', 'NULL null undefined'],
  ['line breaks and other control characters', 'a\nb\r\tc\u0001\u001f\u007f\u2028'],
  ['several scripts', 'Ωμέγα שלום नमस्ते 日本語 é e\u0301'],
  ['white space only', '   '],
])('a contact keeps a text unchanged: %s', async (_, text) => {
  const { account, run, contact } = await accountFixture(await openTestDatabase())
  const given = await contact(
    aFullContact({
      account: account.id,
      firstName: text,
      lastName: text,
      address: { street: text },
      customValues: { contact_custom_field_1: text, contact_custom_field_2: [text, 'b'] },
    }),
  )
  expect(await run(({ contacts }) => contacts.find(account.id, given.phone))).toEqual(given)
  const changed = { ...given, email: text, customValues: { contact_custom_field_7: text } }
  await run(({ contacts }) => contacts.save([changed]))
  expect(await run(({ contacts }) => contacts.find(account.id, given.phone))).toEqual(changed)
})

test.each([0, -1.5, 1e21, 5e-324, Number.MAX_VALUE, 0.1 + 0.2])('a contact keeps %d exactly', async (number) => {
  const { account, run, contact } = await accountFixture(await openTestDatabase())
  const given = await contact({ customValues: { contact_custom_field_1: number } })
  expect(await run(({ contacts }) => contacts.find(account.id, given.phone))).toEqual(given)
})

test('two concurrent additions of the same contacts in opposite orders never deadlock', async () => {
  const { account, run } = await accountFixture(await openTestDatabase())
  const phones = Array.from({ length: 2_000 }, (_, n) => phoneOf(n))
  let attempts = 0
  const add = (order: typeof phones) =>
    run(({ contacts }) => {
      attempts++
      return contacts.add(order.map((phone) => aContact({ account: account.id, phone })))
    })
  await Promise.all([add(phones), add(phones.toReversed())])
  expect(attempts).toBe(2)
})

test('the contact store keeps fields that only some contacts have, and fields that are equal in all contacts', async () => {
  const { account, run, contacts, contact } = await accountFixture(await openTestDatabase())
  const values = { contact_custom_field_1: 'x' } as const
  const given = await contacts(
    { phone: phoneOf(1), lastName: 'Lee', isFavorite: true, customValues: values },
    { phone: phoneOf(2), lastName: 'Lee', isFavorite: true, customValues: values, firstName: 'Ann' },
    { phone: phoneOf(3), lastName: 'Lee', isFavorite: true, customValues: values, gender: 'OTHER' },
  )
  const alone = await contact({ phone: phoneOf(4), firstName: 'Bob' })
  const all = [...given, alone]
  const found = await run((stores) =>
    stores.contacts.findAll(
      account.id,
      all.map(({ phone }) => phone),
    ),
  )
  expect([...found.values()]).toEqual(all)
})
