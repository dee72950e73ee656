import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CONTACT_COLUMNS,
  cellOfOptions,
  columnOf,
  type ContactView,
  type CustomField,
  type CustomValue,
  type UseCases,
} from '@carillon/core'
import type { Route } from '../api/route.js'
import { queriedFilter } from '../filters/audience-fields.js'
import { accountNameOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'
import { recordWriterOf, SPREADSHEET } from './csv-record.js'

type ExportUseCases = Pick<UseCases, 'readAccount' | 'readCustomFields' | 'exportContacts'>

/** Exports the contact book, or what a filter finds of it, as a file that can be imported again. */
export function exportRoutes({ readAccount, readCustomFields, exportContacts }: ExportUseCases): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:name/contacts/export',
      handle: async (req, res) => {
        const { spreadsheet, filter: text } = readQuery(req, ExportQuery)
        const filter = queriedFilter(text)
        const account = await readAccount.execute({ name: accountNameOf(req) })
        const fields = await readCustomFields.execute({ account })
        const steps = await begun(exportContacts.execute({ account, filter }))
        res.attachment('contacts.csv').type('text/csv')
        if (req.method === 'HEAD') res.end()
        else await pipeline(Readable.from(linesOf(steps, fields, recordWriterOf(spreadsheet))), res)
      },
    },
  ]
}

/** By default, values that look like formulas are not marked: an import of the export must not change them. */
class ExportQuery {
  @Parameter(SPREADSHEET) spreadsheet?: string
  @Parameter(ANY_TEXT) filter?: string
}

/** Takes the first step before the response begins, so that a filter that is not valid is refused with its status. */
async function begun<T>(steps: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await steps.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* steps
  })()
}

async function* linesOf(
  steps: AsyncIterable<readonly ContactView[]>,
  fields: readonly CustomField[],
  recordOf: (cells: readonly string[]) => string,
) {
  const labels = fields.map(({ label }) => label)
  yield recordOf([...CONTACT_COLUMNS, ...fields.map(columnOf)])
  for await (const contacts of steps) {
    yield contacts.map((contact) => recordOf(cellsOf(contact, labels))).join('')
  }
}

function cellsOf(contact: ContactView, labels: readonly string[]): readonly string[] {
  const { phone, firstName, lastName, email, birthDate, gender, address = {}, isFavorite, customFields } = contact
  const { street, city, state, postalCode, country } = address
  const profile = [phone, firstName, lastName, email, birthDate, gender, street, city, state, postalCode, country]
  const values = labels.map((label) => (Object.hasOwn(customFields, label) ? textOf(customFields[label]!) : ''))
  return [...profile.map((text) => text ?? ''), String(isFavorite), ...values]
}

function textOf(value: CustomValue): string {
  return typeof value === 'object' ? cellOfOptions(value) : String(value)
}
