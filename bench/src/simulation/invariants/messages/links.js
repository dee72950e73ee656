import { groupBy, parseReference, smartTextOf } from '@carillon/core'
import { FIRST_NAME, STRAIGHT, urlsIn } from '../../outside/texts.js'
import { begun } from './begun.js'

/** Invariants on rendered bodies, tracking links and clicks. */
export const LINKS = [
  {
    name: 'the submitted body is the stored one, with every tag filled in, except within values',
    watch: ({ records }) => ({
      *atSubmission({ reference, body }) {
        const { id } = parseReference(reference)
        const is = begun(records, reference)
        const said = is?.purpose === 'code' ? is.body.replace('******', body.slice(0, 6)) : is?.body
        if (said !== body) yield `${id} is submitted as ${JSON.stringify(body)}, and stored as ${is?.body}`
        const rest = body.replaceAll(FIRST_NAME, '')
        if (TAG.test(rest)) yield `${id} has a tag that was not filled in: ${JSON.stringify(body)}`
        if (rest.includes('Hi Ann')) yield `${id} has a value that was filled in: ${JSON.stringify(body)}`
      },
    }),
  },
  {
    name: 'a broadcast has smart encoding in all of its texts or in none',
    watch: ({ records }) => ({
      *atSubmission({ reference, body }) {
        const { id } = parseReference(reference)
        const broadcast = records.indexes.broadcastOf(id)
        if (broadcast === undefined) return
        const isRight = broadcast.smartEncoding ? smartTextOf(body) === null : !body.includes(STRAIGHT)
        if (!isRight) yield `${id} is submitted as ${JSON.stringify(body)}, smart encoding: ${broadcast.smartEncoding}`
      },
    }),
  },
  {
    name: "a message's link leads to that message and no other",
    watch: ({ records, registeredLink }) => ({
      *atSubmission({ reference, body }) {
        const { account, id } = parseReference(reference)
        for (const { url, link, code } of urlsIn(body)) {
          if (link !== registeredLink(account).link) yield `${id} is submitted with ${url}`
          const found = records.tables.clicks.get(account, `${link} ${code}`)
          if (found?.message !== id) yield `${url} of ${id} leads to ${found?.message}`
        }
      },
    }),
  },
  {
    name: 'a click of a person on a message link has one event, which says if it is the first; that of a bot has none',
    watch: ({ records }) => ({
      *atCommit({ clicks, outbox }) {
        for (const { before, after } of clicks) {
          if (after === null) continue
          const emitted = outbox.flatMap(({ after: event }) => (event?.data.link === after.link ? [event.data] : []))
          const isDue = isStored(records, after) && after.people > (before?.people ?? 0)
          const isRight = ({ message, isFirst }) => message.id === after.message && isFirst === (after.people === 1)
          const isCountRight =
            emitted.length === (isDue ? 1 : 0) || (emitted.length === 0 && wasEmitted(records, after))
          if (!isCountRight || !emitted.every(isRight)) yield `a click on ${after.link}/${after.code}`
        }
      },
    }),
  },
  {
    name: 'no click is lost, and clicks only add up',
    watch: ({ records, redirectedClicks }) => ({
      *atCommit({ clicks }) {
        for (const { before, after } of clicks) {
          if (after === null) yield `the clicks of ${before.link} are gone`
          else if (before !== null && ['people', 'bots', 'repeats'].some((count) => after[count] < before[count])) {
            yield `${after.link} ${after.code} has fewer clicks than before`
          }
        }
      },
      *atEnd() {
        const clicksByVisitor = groupBy(redirectedClicks, ({ link, code, visitor }) => `${link}/${code} ${visitor}`)
        for (const [what, clicks] of clicksByVisitor) {
          const [{ account, link, code, visitor }] = clicks
          const found = records.tables.clicks.get(account, `${link} ${code}`)
          const { people, bots, repeats } = found ?? { people: 0, bots: 0, repeats: 0 }
          const counted = visitor === 'person' ? people + repeats : bots
          if (counted < clicks.length) yield `${what} followed ${clicks.length} times, and ${counted} are counted`
        }
      },
    }),
  },
]

/** Clicks during an open slice cause no event, because the message is not stored yet. */
function isStored({ tables }, { account, message }) {
  return message !== null && tables.messages.get(account, message) !== undefined
}

/**
 * If a commit is not acknowledged, its unit of work counts the click again; the click's event is already stored then.
 */
function wasEmitted(records, { link, message, clicks }) {
  const at = clicks.at(-1).at.getTime()
  return [...records.all('outbox'), ...records.all('keptEvents')].some((event) => {
    if (event.type !== 'link.clicked' || event.at.getTime() !== at) return false
    const data = typeof event.data === 'string' ? JSON.parse(event.data) : event.data
    return data.link === link && data.message.id === message
  })
}

const TAG = /\{\{\s*(?:contact_|current_date|trackingLink)/
