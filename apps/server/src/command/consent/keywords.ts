import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import { firstOf, restOf } from '../../terminal/first-of.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { plain, quoted } from './quoted.js'

type ExplainOptions = { readonly text: string; readonly json: boolean }

export async function explainText({ text, json }: ExplainOptions, shell: Shell): Promise<void> {
  const explanation = await withAdmin(shell, ({ keywords }) => keywords.explain(text))
  shell.stdout.write(json ? asJson(explanation) : explained(explanation))
}

function explained({ keyword, matchedBy, normalized, resemblesStop }: Schema<'KeywordExplanation'>): string {
  return tableOf([
    [
      'KEYWORD',
      keyword?.toUpperCase() ?? `none: an ordinary message${resemblesStop ? ', listed by keywords unmatched' : ''}`,
    ],
    ['RULE', matchedBy ?? '-'],
    ['WORDS', normalized || '-'],
  ])
}

type UnmatchedOptions = { readonly account: string; readonly json: boolean }

export async function listUnmatched({ account, json }: UnmatchedOptions, shell: Shell): Promise<void> {
  const unmatched = await withAdmin(shell, ({ keywords }) => firstOf(keywords.unmatched(account)))
  shell.stdout.write(json ? asJson(unmatched.results) : listed(unmatched.results, account))
  shell.stderr.write(restOf(unmatched, 'newest'))
}

/** Longer than most texts, and short enough for a line. */
const TEXT_MAX = 160

function listed(texts: readonly Schema<'UnmatchedText'>[], account: string): string {
  if (texts.length === 0) return `${account} has no texts that may ask to opt out\n`
  const rows = texts.map(({ id, from, createdAt, body }) => [
    clockOf(createdAt),
    plain(from),
    id,
    quoted(body, TEXT_MAX),
  ])
  return tableOf([['RECEIVED', 'FROM', 'MESSAGE', 'TEXT'], ...rows])
}
