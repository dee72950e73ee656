import { createInterface } from 'node:readline/promises'
import { CarillonError, type CarillonAdmin, type Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'
import { watchTime, type WatchTime } from '../broadcasts/watch-time.js'
import { withAdmin } from '../client/admin-client.js'

export type EraseContactOptions = {
  readonly account: string
  readonly phone: string
  /** Skip the confirmation prompt. */
  readonly yes: boolean
  readonly json: boolean
}

type Erasure = Schema<'Erasure'>

/** Most messages in flight to the number get their outcome within this time. */
const WAIT_MAX_MS = 60_000
const PAUSE_MS = 5_000
/** The error code for messages that are still in flight. */
const WAITS = 33409

/** Asks for confirmation first, because an erasure cannot be undone. */
export async function eraseContact(
  options: EraseContactOptions,
  shell: Shell,
  time: WatchTime = watchTime,
): Promise<void> {
  if (!options.yes && !(await isMeant(options, shell))) {
    shell.stderr.write('Nothing was erased\n')
    return
  }
  const erased = await withAdmin(shell, (admin) => erase(admin, options, shell, time))
  shell.stdout.write(options.json ? `${JSON.stringify(erased)}\n` : summaryOf(erased, options))
}

async function isMeant({ account, phone }: EraseContactOptions, shell: Shell): Promise<boolean> {
  const stdin = shell.stdin()
  const isTerminal = (stdin as { readonly isTTY?: boolean }).isTTY === true && shell.stderr.isTTY === true
  if (!isTerminal)
    throw new UserError('The input is not a terminal: add --yes to erase the contact without confirmation')
  const prompt = createInterface({ input: stdin, output: shell.stderr })
  try {
    const question = `Erase ${phone} from ${account}? This cannot be undone. Type yes to continue: `
    const answer = await prompt.question(question, { signal: shell.interrupted })
    return ['y', 'yes'].includes(answer.trim().toLowerCase())
  } finally {
    prompt.close()
  }
}

/** Each try erases as much as possible; the result of the last one has the totals. */
async function erase(
  admin: CarillonAdmin,
  { account, phone: phoneNumber }: EraseContactOptions,
  { interrupted }: Shell,
  time: WatchTime,
): Promise<Erasure> {
  const deadlineMs = time.nowMs() + WAIT_MAX_MS
  for (;;) {
    try {
      return await admin.contacts.erase({ account, phoneNumber })
    } catch (error) {
      const waits = error instanceof CarillonError && error.code === WAITS
      if (!waits || interrupted.aborted || time.nowMs() >= deadlineMs) throw error
      await time.pause(PAUSE_MS, interrupted)
    }
  }
}

function summaryOf(erased: Erasure, { phone }: EraseContactOptions): string {
  return [
    ...(isNothing(erased) ? nothingFound(phone) : whatIsGone(erased, phone)),
    erased.suppressed ? 'Its opt-out is kept: if the number is added again, it is still opted out' : null,
    ELSEWHERE,
    '',
  ]
    .filter((line) => line !== null)
    .join('\n')
}

function isNothing({ suppressed: _, ...found }: Erasure): boolean {
  return Object.values(found).every((count) => Number(count) === 0)
}

/** The service has no data with the number: either the data was erased before, or the number was mistyped. */
function nothingFound(phone: string): readonly string[] {
  return [
    `Nothing to erase for ${phone}: no contact, no message, no place in a broadcast and no event`,
    'The number may have been erased before. If not, check that it is the right number',
  ]
}

function whatIsGone(erased: Erasure, phone: string): readonly string[] {
  const { contact, groups, lists, messages, recipients, events } = erased
  const gone = [
    contact ? 'the contact' : null,
    counted(groups, 'membership'),
    counted(lists, 'place on a list', 'places on lists'),
    `the text and number of ${messages} ${messages === 1 ? 'message' : 'messages'}`,
    counted(recipients, 'place in a broadcast', 'places in broadcasts'),
    counted(events, 'event'),
  ].filter((one) => one !== null)
  return [
    `${phone} is erased: ${gone.join(', ')}`,
    'What remains is anonymous: counts, credits, messages without number and text, and the entries of the consent log',
  ]
}

const ELSEWHERE = 'Backups and webhook receivers keep their own copies: erase the number there as well'

/** Null if the count is 0. */
function counted(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`
}
