import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CarillonAdmin } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'
import { brokenResponse } from '../client/broken-response.js'
import { driftWords, type Compared, type DriftLine } from './drift-words.js'

export type ReconcileOptions = {
  readonly carrier: string
  readonly account?: string
  readonly json: boolean
}

/** Prints each difference as it is found: the lists may be larger than memory. */
export async function reconcileConsent({ carrier, account, json }: ReconcileOptions, shell: Shell): Promise<void> {
  const wordsOf = json ? jsonOf : driftWords
  await withAdmin(shell, async (admin) => {
    const accounts = account === undefined ? await accountNames(admin) : [account]
    try {
      await pipeline(Readable.from(comparisons(admin, { accounts, carrier, wordsOf })), shell.stdout, { end: false })
    } catch (error) {
      // A reader that closes the pipe early, as `head` does, is not an error.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw incomplete(error)
    }
  })
}

async function accountNames({ accounts }: CarillonAdmin): Promise<readonly string[]> {
  const { results } = await accounts.list()
  if (results.length === 0) throw new UserError('The server has no accounts')
  return results.map(({ name }) => name)
}

type Comparisons = {
  readonly accounts: readonly string[]
  readonly carrier: string
  readonly wordsOf: (line: DriftLine, compared: Compared) => string
}

async function* comparisons({ consent }: CarillonAdmin, { accounts, carrier, wordsOf }: Comparisons) {
  for (const account of accounts) {
    let isDone = false
    for await (const line of consent.drift({ account, carrier })) {
      if (line.error !== undefined) throw new UserError(`The comparison is incomplete: ${line.error.message}`)
      isDone = line.done !== undefined
      const words = wordsOf(line, { account, carrier })
      if (words !== '') yield words
    }
    if (!isDone) throw new UserError('The comparison is incomplete: the server ended its response too early')
  }
}

function jsonOf(line: DriftLine, { account }: Compared): string {
  return line.progress === undefined ? `${JSON.stringify({ account, ...line })}\n` : ''
}

function incomplete(error: unknown): unknown {
  const broken = brokenResponse(error)
  if (broken === null) return error
  return new UserError(`The comparison is incomplete: ${broken.message}`, { cause: error })
}
