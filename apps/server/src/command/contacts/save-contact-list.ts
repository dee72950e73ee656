import { createReadStream } from 'node:fs'
import type { CarillonAdmin, Schema } from '@carillon/client'
import { isPhoneNumber } from '@carillon/core'
import { UserError } from '../../settings/user-error.js'
import { everyLineOf } from '../../terminal/lines.js'
import { openRowDisplay } from '../../terminal/row-display.js'
import type { Shell } from '../../terminal/shell.js'
import { sizeOfFile } from '../../terminal/size-of-file.js'
import { withAdmin } from '../client/admin-client.js'
import { interruptedError } from '../client/interrupted-error.js'
import { rejectedRowsFile, type RejectedRow, type RejectedRows } from '../contact-imports/rejected-rows.js'

export type SaveListOptions = {
  /** One number per line. */
  readonly file: string
  readonly account: string
  /** The name of the list. */
  readonly name: string
  /** The file for rejected rows. */
  readonly rejected: string
}

/** Memory use does not depend on the number of rows. */
export async function saveContactList(options: SaveListOptions, shell: Shell): Promise<void> {
  const { file } = options
  const display = openRowDisplay(shell.stderr, await sizeOfFile(file))
  const rejected = rejectedRowsFile(options.rejected)
  let done: Done = { rows: 0, added: 0, list: null }
  let complete = false
  try {
    await withAdmin(shell, async (admin) => {
      for await (const step of stepsOf(file)) {
        done = await saveStep(step, { admin, options, rejected, done })
        display.show({ bytes: step.bytes, rows: done.rows })
      }
    })
    complete = true
  } catch (error) {
    throw interruptedError(error, { rows: done.rows, work: 'Saving the list', shell })
  } finally {
    display.end()
    await rejected.end({ complete })
  }
  shell.stdout.write(summaryOf(done, rejected, options))
}

type Done = {
  readonly rows: number
  readonly added: number
  /** The list in the server's latest response. */
  readonly list: Schema<'SavedContactList'> | null
}

type Row = { readonly line: number; readonly text: string }

/** The rows of one request, and the position in the file after them. */
type Step = { readonly rows: readonly Row[]; readonly bytes: number }

/** The numbers in a request: half of the maximum, so that the progress bar moves. */
const STEP_ROWS_MAX = 5_000
/** A second limit, because rows can be far longer than a number; 5,000 plain numbers need less than half of it. */
const STEP_BYTES_MAX = 256 * 1024

async function* stepsOf(file: string): AsyncGenerator<Step> {
  let rows: Row[] = []
  let [line, bytes, bytesBefore] = [0, 0, 0]
  for await (const content of everyLineOf(createReadStream(file))) {
    line++
    bytes += Buffer.byteLength(content) + 1
    const text = content.trim()
    if (text !== '') rows.push({ line, text })
    if (rows.length < STEP_ROWS_MAX && bytes - bytesBefore < STEP_BYTES_MAX) continue
    yield { rows, bytes }
    rows = []
    bytesBefore = bytes
  }
  if (rows.length > 0) yield { rows, bytes }
}

type Saving = {
  readonly admin: CarillonAdmin
  readonly options: SaveListOptions
  readonly rejected: RejectedRows
  readonly done: Done
}

/** Rejects invalid numbers here, because the server refuses the whole request if one number is invalid. */
async function saveStep({ rows }: Step, { admin, options, rejected, done }: Saving): Promise<Done> {
  const phoneNumbers = rows.map(({ text }) => text).filter(isPhoneNumber)
  const list = phoneNumbers.length === 0 ? null : await save(admin, options, phoneNumbers)
  const refused = refusedOf(rows, new Set(list?.unknown))
  if (refused.length > 0) await rejected.add(refused)
  return { rows: done.rows + rows.length, added: done.added + (list?.added ?? 0), list: list ?? done.list }
}

function save(admin: CarillonAdmin, { account, name }: SaveListOptions, phoneNumbers: readonly string[]) {
  return admin.contactLists.save(account, { name, phoneNumbers })
}

function refusedOf(rows: readonly Row[], unknown: ReadonlySet<string>): readonly RejectedRow[] {
  return rows.flatMap(({ line, text }) => {
    if (unknown.has(text)) return [{ line, reason: `No contact has the number ${text}` }]
    if (isPhoneNumber(text)) return []
    const shown = JSON.stringify(text.slice(0, SHOWN_MAX))
    return [{ line, reason: `${shown} is not a phone number in E.164 form, such as +12025550123` }]
  })
}

const SHOWN_MAX = 40

function summaryOf({ rows, added, list }: Done, rejected: RejectedRows, options: SaveListOptions): string {
  const { file, name } = options
  const refused = rejected.count() === 0 ? '' : `${rejected.count()} rejected: see ${options.rejected}\n`
  if (list === null) throw new UserError(`${file} contains no phone number: nothing was saved`)
  const others = rows - added - rejected.count()
  const counts = `${rows} ${rows === 1 ? 'row' : 'rows'}: ${added} added, ${others} already on the list or twice in the file\n`
  return `${counts}${refused}${name} (${list.id}) has ${list.size} ${list.size === 1 ? 'contact' : 'contacts'}\n`
}
