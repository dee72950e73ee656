import { parseReference } from '@carillon/core'
import { begun } from './begun.js'

/** What the provider gets, and what comes to phones. */
export const DELIVERY = [
  {
    name: 'nothing is handed over before its attempt is committed, nor after somebody else has settled it',
    watch: ({ records }) => ({
      *atSubmission({ reference, to }) {
        const message = begun(records, reference)
        if (message === undefined || message.attempt === 0) yield `${reference} is not known to have been begun`
        else if (message.phase !== 'submitting')
          yield `${reference} is ${message.phase ?? message.status} and is handed over`
        else if (message.to !== to) yield `${reference} is for ${message.to} and goes to ${to}`
      },
    }),
  },
  {
    name: 'what nobody can clear up is not submitted again',
    watch: ({ provider }) => {
      const submissions = new Map()
      return {
        *atSubmission(submission) {
          const { reference } = submission
          const earlier = submissions.get(reference) ?? []
          submissions.set(reference, [...earlier, submission])
          if (provider.deduplicates || provider.canBeAsked) return
          const open = earlier.find(({ outcome }) => outcome?.kind !== 'try-later')
          if (open !== undefined) yield `${reference} again after ${open.outcome?.kind ?? 'no answer'}`
        },
      }
    },
  },
  {
    name: 'no phone gets a message twice',
    watch: ({ provider }) => ({
      *atDelivery({ reference, to }) {
        if (provider.delivered.get(reference) > 1) yield `${to} got ${reference} again`
      },
    }),
  },
  {
    name: 'no phone gets a broadcast twice',
    watch: ({ records }) => {
      const reached = new Set()
      return {
        *atDelivery({ reference, to }) {
          const broadcast = records.indexes.broadcastOf(parseReference(reference).id)
          if (broadcast === undefined) return
          const place = `${broadcast.id} ${to}`
          if (reached.has(place)) yield `${to} got ${broadcast.id} again`
          reached.add(place)
        },
      }
    },
  },
  {
    name: 'what comes to a phone is being submitted, and what waits has come to none',
    watch: ({ records, provider }) => ({
      *atDelivery({ reference }) {
        const message = begun(records, reference)
        if (message?.phase !== 'submitting' && message?.failure?.type !== 'unknown_outcome') {
          yield `${reference} is ${message?.phase ?? message?.failure?.type ?? message?.status}`
        }
      },
      *atCommit({ messages }) {
        for (const { after } of messages) {
          if (after?.phase === 'waiting' && provider.delivered.has(`${after.account}.${after.id}`)) {
            yield `${after.id} waits, and has come to ${after.to}`
          }
        }
      },
    }),
  },
  {
    name: 'what came to a phone is sent and paid, and the other way round',
    watch: ({ records, provider }) => ({
      *atEnd() {
        for (const message of records.all('messages').filter(({ direction }) => direction === 'outbound')) {
          const { account, id, status, failure, providerId } = message
          const came = provider.delivered.has(`${account}.${id}`)
          const isSubmitted = status === 'sent' || providerId !== null
          if (isSubmitted && !came) yield `${id} is ${status} and came nowhere`
          if (came && !isSubmitted && failure?.type !== 'unknown_outcome') yield `${id} came and is ${failure?.type}`
        }
        for (const reference of provider.delivered.keys()) {
          const { account, id } = parseReference(reference)
          if (records.tables.messages.get(account, id) === undefined) yield `${id} came, and there is no such message`
        }
      },
    }),
  },
  {
    name: 'a receipt that was taken shows',
    watch: ({ records, receiptsHeard }) => ({
      *atEnd() {
        for (const { id, status, deliveredAt } of records.all('messages')) {
          if (receiptsHeard.has(id) && status === 'sent' && deliveredAt === null) yield `${id} has none`
        }
        for (const { message } of records.all('receipts')) yield `the receipt of ${message} is left over`
      },
    }),
  },
]
