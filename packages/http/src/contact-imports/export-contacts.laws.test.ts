import { CONTACT_COLUMNS, CUSTOM_FIELD_KEYS, parsePhoneNumber, type CustomFieldType } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { importPath, importsOf } from '../testing/imports.js'
import { openTestApi } from '../testing/test-api.js'

const ANN = parsePhoneNumber('+12025550101')

/** Texts with characters that are difficult in cells, headers and options, and without white space around them. */
const text = fc
  .string({ unit: fc.constantFrom('a', 'É', '🔔', '"', ',', '|', '\\', ':', ' ', '\n', '\r\n', '='), maxLength: 6 })
  .map((some) => some.trim())
const name = text.filter((some) => some !== '')
const label = fc.oneof(
  name,
  fc.constantFrom(...CONTACT_COLUMNS, 'City', 'First name', 'PhoneNumber', '__proto__'),
  name.map((some) => `Custom:${some}`),
)
const options = fc.uniqueArray(name, { minLength: 1, maxLength: 4 })

/** Never a negative zero, which would be exported as 0. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0)

const typed = <T extends CustomFieldType>(type: T) => fc.constant(type)

const field = fc.oneof(
  fc.record({ type: typed('TEXT'), value: name }),
  fc.record({ type: typed('NUMBER'), value: number }),
  fc.record({ type: typed('BOOLEAN'), value: fc.boolean() }),
  fc.record({ type: typed('DATE'), value: fc.constant('2020-02-29') }),
  options.chain((all) =>
    fc.record({ type: typed('SINGLE_SELECT'), options: fc.constant(all), value: fc.constantFrom(...all) }),
  ),
  options.chain((all) =>
    fc.record({
      type: typed('MULTI_SELECT'),
      options: fc.constant(all),
      value: fc.shuffledSubarray(all, { minLength: 1 }),
    }),
  ),
)

const book = fc.record({
  labels: fc.uniqueArray(label, { minLength: 7, maxLength: 7, selector: (some) => some.toLowerCase() }),
  fields: fc.array(field, { maxLength: 7 }),
  profile: fc.record({ firstName: text, lastName: text, address: fc.record({ street: text, city: text }) }),
  isFavorite: fc.boolean(),
})

test('exported contacts are the same in the importing account, for any labels, options and values', async () => {
  const fixture = await openTestApi(inMemory())
  const { applyAccount, createContact, readContact } = fixture.useCases
  let runs = 0
  await fc.assert(
    fc.asyncProperty(book, async ({ labels, fields, profile, isFavorite }) => {
      runs++
      const customFields = fields.map(({ value: _, ...given }, i) => ({
        ...given,
        key: CUSTOM_FIELD_KEYS[i]!,
        label: labels[i]!,
      }))
      const open = async (name: string) => {
        const declaration = { name, groups: [{ name: 'VIP' }], customFields }
        return (await applyAccount.execute({ declaration, prune: false })).account
      }
      const [from, to] = [await open(`From${runs}`), await open(`To${runs}`)]
      const values = Object.fromEntries(fields.map(({ value }, i) => [labels[i]!, value]))
      const given = { ...profile, isFavorite, customFields: values }
      const original = await createContact.execute({ account: from, phone: ANN, fields: given })

      const { text: file } = await fixture.admin('GET', `/accounts/${from.name}/contacts/export`)
      const { last } = await importsOf(fixture).imported(file, importPath('VIP', to.name))

      expect(last.done).toMatchObject({ created: 1, rejected: 0 })
      const { id, account, groups, pendingGroups, createdAt } = original
      const copy = await readContact.execute({ account: to, phone: ANN })
      expect({ ...copy, id, account, groups, pendingGroups, createdAt }).toEqual(original)
    }),
    { numRuns: 60 },
  )
})
