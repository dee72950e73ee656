import { meaningOf } from '../../outside/texts.js'
import { membershipsOf } from './consent.js'

/** Invariants on inbound texts. */
export const PHONES = [
  {
    name: 'a text is stored once',
    watch: ({ records, acknowledgedInbound }) => ({
      *atCommit({ messages }) {
        for (const { before, after } of messages) {
          if (before !== null || after.direction === 'outbound') continue
          const same = [...records.indexes.singles.values()].filter(({ providerId }) => providerId === after.providerId)
          if (same.length !== 1) yield `${after.providerId} is stored ${same.length} times`
        }
      },
      *atEnd() {
        const stored = new Set(records.all('messages').map(({ providerId }) => providerId))
        for (const id of acknowledgedInbound) if (!stored.has(id)) yield `${id} was acknowledged and is not stored`
      },
    }),
  },
  {
    name: 'a keyword has its effect, and gets one reply',
    watch: ({ records }) => ({
      *atCommit({ messages, consents }) {
        const replies = messages.filter(({ before, after }) => before === null && after.purpose === 'answer')
        const answers = []
        for (const { before, after } of messages) {
          if (before !== null || after.direction === 'outbound') continue
          const { account, from: phone, body } = after
          const meaning = meaningOf(body)
          const states = statesOf(records, { account, phone })
          if (meaning === 'yes' && states.includes('pending')) yield `${phone} said yes and is still pending`
          if (meaning === 'stop' && states.some((state) => state !== 'removed'))
            yield `${phone} said stop and is still in a group`
          if (meaning === 'stop' && optedOutAt(records, { account, phone }) === null)
            yield `the stop of ${phone} is lost`
          const isFirstStop = meaning === 'stop' && consents.some((one) => isOptOut(one, { account, phone }))
          if (meaning === 'help' || isFirstStop) answers.push({ account, phone, meaning, at: after.createdAt })
        }
        const required = answers.filter((answer) => !mayBeWithheld(records, answer))
        if (replies.length > answers.length || replies.length < required.length)
          yield `${replies.length} replies instead of ${required.length} to ${answers.length}`
      },
    }),
  },
]

const HOUR_MS = 3_600_000

/** Whether a limit allows that no reply is sent: of the number, of the daily quota, or of numbers of the service. */
function mayBeWithheld({ tables, indexes }, { account, phone, meaning, at }) {
  if (tables.senders.get('service', phone) !== undefined) return true
  const quota = tables.accounts.get('service', account).dailyMessageQuota
  const accepted = tables.balances.get(account, 'service')?.accepted
  const isUsedUp = accepted?.day === at.toISOString().slice(0, 10) && accepted.count >= quota
  if (quota !== null && (quota === 0 || isUsedUp)) return true
  const earlier = [...indexes.singles.values()].filter(
    (message) => message.account === account && message.purpose === 'answer' && message.to === phone,
  )
  const within = (ms) => earlier.filter(({ createdAt }) => createdAt.getTime() > at.getTime() - ms).length
  return meaning === 'help' && (within(HOUR_MS) >= 3 || within(24 * HOUR_MS) >= 10)
}

function statesOf(records, { account, phone }) {
  return membershipsOf(records, { account, phone }).map(({ state }) => state)
}

function optedOutAt(records, { account, phone }) {
  return records.tables.consents.get(account, phone)?.optedOutAt ?? null
}

function isOptOut({ before, after }, { account, phone }) {
  const isTheirs = after.account === account && after.phone === phone
  return isTheirs && (before?.optedOutAt ?? null) === null && after.optedOutAt !== null
}
