import { enteredNumber } from '../../values/phone/entered-number.js'
import { foldCase } from '../../values/text/text.js'
import { columnNamed, type ContactColumn } from '../contacts/contact-columns.js'
import type { CustomField } from '../contacts/custom-field.js'
import type { ImportMapping } from './contact-import.js'
import type { ImportRow } from './import-rows.js'

/** What other programs call the columns, without case, spaces and punctuation. */
const NAMES: Readonly<Record<ContactColumn, readonly string[]>> = {
  phoneNumber: 'phone mobile cell cellphone mobilephone mobilenumber cellnumber telephone tel number msisdn'.split(' '),
  firstName: 'first givenname forename fname'.split(' '),
  lastName: 'last surname familyname lname'.split(' '),
  email: 'mail emailaddress mailaddress'.split(' '),
  birthDate: 'birthday dob dateofbirth bday born'.split(' '),
  gender: 'sex'.split(' '),
  street: 'address address1 addressline1 streetaddress addressstreet'.split(' '),
  city: 'town addresscity'.split(' '),
  state: 'province region addressstate stateprovince'.split(' '),
  postalCode: 'zip zipcode postcode postal addresspostalcode'.split(' '),
  country: 'countrycode addresscountry'.split(' '),
  isFavorite: 'favorite favourite starred'.split(' '),
}

/** The part of the numbers of a column that must be readable, for the column to be taken for one of phone numbers. */
const MOST = 0.8

/**
 * Guesses what the columns of a file contain, from their names and the first rows. A column that nothing is known about
 * is ignored; a person checks the guess.
 */
export function guessMapping(
  header: readonly string[],
  rows: readonly ImportRow[],
  fields: readonly CustomField[],
): ImportMapping {
  const taken = new Set<string>()
  const named = header.map((name) => {
    const target = targetNamed(name, fields)
    if (target === null || taken.has(target)) return null
    taken.add(target)
    return target
  })
  const columns = taken.has('phoneNumber') ? named : withPhones(named, rows)
  return { columns, callingCode: callingCodeIn(rows, columns.indexOf('phoneNumber')) }
}

function targetNamed(name: string, fields: readonly CustomField[]): string | null {
  const exact = columnNamed(name, fields)
  if (exact !== undefined) return typeof exact === 'string' ? exact : exact.key
  const folded = bare(name)
  const known = (Object.keys(NAMES) as ContactColumn[]).find(
    (column) => bare(column) === folded || NAMES[column].includes(folded),
  )
  return known ?? fields.find((field) => field.status === 'active' && bare(field.label) === folded)?.key ?? null
}

function bare(name: string): string {
  return foldCase(name).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Takes the first unknown column whose cells are phone numbers. */
function withPhones(columns: readonly (string | null)[], rows: readonly ImportRow[]): readonly (string | null)[] {
  const at = columns.findIndex((target, i) => target === null && isMostly(cellsOf(rows, i), isAnyNumber))
  return at === -1 ? columns : columns.with(at, 'phoneNumber')
}

/** Numbers of North America are usually written without a country code, and those of no other place can be told. */
function callingCodeIn(rows: readonly ImportRow[], column: number): string | null {
  const bareNumbers = column === -1 ? [] : cellsOf(rows, column).filter((cell) => enteredNumber(cell) === null)
  return isMostly(bareNumbers, (cell) => enteredNumber(cell, '1') !== null) ? '1' : null
}

function isAnyNumber(cell: string): boolean {
  return /\d/.test(cell) && enteredNumber(cell, '1') !== null
}

function isMostly(cells: readonly string[], holds: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(holds).length >= cells.length * MOST
}

function cellsOf(rows: readonly ImportRow[], column: number): readonly string[] {
  return rows.flatMap((row) => ('cells' in row && row.cells[column]?.trim() ? [row.cells[column]] : []))
}
