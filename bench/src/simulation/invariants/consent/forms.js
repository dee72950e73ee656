import { groupBy } from '@carillon/core'
import { membershipsOf } from './consent.js'

const HOUR_MS = 3_600_000
const CODES_AN_HOUR_MAX = 5

/** Invariants on opt-in forms. */
export const FORMS = [
  {
    name: 'only a phone that got a code from a form opts in by the form',
    watch: ({ records, adapters: { secrets }, codes }) => ({
      *atCommit({ consentLog, formEntries }) {
        const confirmed = formEntries.flatMap(({ before, after }) =>
          after !== null && after.confirmedAt !== null && !before?.confirmedAt ? [after] : [],
        )
        for (const { account, phone, codeMessage, group, id } of confirmed) {
          if (!codes.hasOneTimeOf(codeMessage)) yield `${id} was confirmed, and no phone got its code`
          const isIn = membershipsOf(records, { account, phone }).some(
            (one) => one.group === group && one.state === 'active',
          )
          if (!isIn) yield `${id} was confirmed, and ${phone} is not in ${group}`
        }
        const subjects = new Set(confirmed.map(({ account, phone }) => secrets.pseudonymOf(account, phone)))
        for (const { after } of consentLog) {
          if (after.reason === 'FORM' && !subjects.has(after.subject)) yield `${after.id} follows no code`
        }
      },
    }),
  },
  {
    name: `no number is texted more than ${CODES_AN_HOUR_MAX} codes in an hour`,
    watch: ({ records }) => ({
      *atRest() {
        const codes = records.all('messages').filter(({ purpose }) => purpose === 'code')
        for (const [place, some] of groupBy(codes, ({ account, to }) => `${account} ${to}`)) {
          const instants = some.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b)
          const isTooMany = (at, i) => instants[i + CODES_AN_HOUR_MAX] < at + HOUR_MS
          if (instants.some(isTooMany)) yield `${place} was texted too many codes`
        }
      },
    }),
  },
  {
    name: 'no code is stored',
    watch: () => ({
      *atCommit({ messages }) {
        for (const { after } of messages) {
          if (after?.purpose === 'code' && !after.body.startsWith('******')) yield `${after.id} stores its code`
        }
      },
    }),
  },
]
