import { parseReference } from '@carillon/core'
import { isNotTaken } from '../../outside/provider.js'
import { begun } from './begun.js'

/** Invariants on submissions and deliveries. */
export const DELIVERY = [
  {
    name: 'no message is submitted before its attempt is committed, or after another process settled it',
    watch: ({ records }) => ({
      *atSubmission({ reference, from, to }) {
        const message = begun(records, reference)
        if (message === undefined || message.attempt === 0) yield `${reference} is not known to have been begun`
        else if (message.phase !== 'submitting')
          yield `${reference} is ${message.phase ?? message.status} and is submitted`
        else if (message.to !== to) yield `${reference} is for ${message.to} and goes to ${to}`
        else if (message.from !== from) yield `${reference} is from ${message.from} and goes from ${from}`
      },
    }),
  },
  {
    name: 'a message whose outcome cannot be found out is not submitted again',
    watch: ({ provider }) => {
      const submissions = new Map()
      return {
        *atSubmission(submission) {
          const { reference } = submission
          const earlier = submissions.get(reference) ?? []
          submissions.set(reference, [...earlier, submission])
          if (provider.deduplicates || provider.canBeAsked) return
          const open = earlier.find(({ outcome }) => !isNotTaken(outcome))
          if (open !== undefined) yield `${reference} again after ${open.outcome?.kind ?? 'no response'}`
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
    name: 'a message that a phone gets is being submitted, and no phone has a waiting message',
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
            yield `${after.id} waits, and was delivered to ${after.to}`
          }
        }
      },
    }),
  },
  {
    name: 'a message is sent and paid if and only if a phone got it',
    watch: ({ records, provider }) => ({
      *atEnd() {
        for (const message of records.all('messages').filter(({ direction }) => direction === 'outbound')) {
          const { account, id, status, failure, providerId } = message
          const came = provider.delivered.has(`${account}.${id}`)
          const isSubmitted = status === 'sent' || providerId !== null
          if (isSubmitted && !came) yield `${id} is ${status} and no phone got it`
          if (came && !isSubmitted && failure?.type !== 'unknown_outcome')
            yield `a phone got ${id}, which is ${failure?.type}`
        }
        for (const reference of provider.delivered.keys()) {
          const { account, id } = parseReference(reference)
          if (records.tables.messages.get(account, id) === undefined)
            yield `a phone got ${id}, and there is no such message`
        }
      },
    }),
  },
  {
    name: 'an acknowledged receipt is stored',
    watch: ({ records, acknowledgedReceipts }) => ({
      *atEnd() {
        for (const { id, status, deliveredAt } of records.all('messages')) {
          if (acknowledgedReceipts.has(id) && status === 'sent' && deliveredAt === null)
            yield `${id} has no delivery time`
        }
        for (const { message } of records.all('receipts')) yield `the receipt of ${message} is left over`
      },
    }),
  },
]
