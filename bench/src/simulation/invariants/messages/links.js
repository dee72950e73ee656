import { groupBy, parseReference } from '@carillon/core'
import { FIRST_NAME, urlsIn } from '../../outside/texts.js'
import { begun } from './begun.js'

/** What a text says once its merge tags are filled in, and where its links lead. */
export const LINKS = [
  {
    name: 'what is handed over is what is stored, with every tag filled in, and no value',
    watch: ({ records }) => ({
      *atSubmission({ reference, body }) {
        const { id } = parseReference(reference)
        const is = begun(records, reference)
        const said = is?.purpose === 'code' ? is.body.replace('******', body.slice(0, 6)) : is?.body
        if (said !== body) yield `${id} goes out as ${JSON.stringify(body)}, and is ${is?.body}`
        const rest = body.replaceAll(FIRST_NAME, '')
        if (TAG.test(rest)) yield `${id} still says ${JSON.stringify(body)}`
        if (rest.includes('Hi Ann')) yield `${id} has a value that was filled in: ${JSON.stringify(body)}`
      },
    }),
  },
  {
    name: "a message's own link finds the message, and nobody else's",
    watch: ({ records, registeredLink }) => ({
      *atSubmission({ reference, body }) {
        const { account, id } = parseReference(reference)
        for (const { url, link, code } of urlsIn(body)) {
          if (link !== registeredLink(account).link) yield `${id} goes out with ${url}`
          const found = records.tables.clicks.get(account, `${link} ${code}`)
          if (found?.message !== id) yield `${url} of ${id} leads to ${found?.message}`
        }
      },
    }),
  },
  {
    name: 'a click of a person on such a link is told once, and whether it is the first; that of a bot is not',
    watch: ({ records }) => ({
      *atCommit({ clicks, outbox }) {
        for (const { before, after } of clicks) {
          if (after === null) continue
          const told = outbox.flatMap(({ after: event }) => (event?.data.link === after.link ? [event.data] : []))
          const isToTell = isStored(records, after) && after.people > (before?.people ?? 0)
          const isRight = ({ message, isFirst }) => message.id === after.message && isFirst === (after.people === 1)
          const isAsOftenAsDue = told.length === (isToTell ? 1 : 0) || (told.length === 0 && wasTold(records, after))
          if (!isAsOftenAsDue || !told.every(isRight)) yield `a click on ${after.link}/${after.code}`
        }
      },
    }),
  },
  {
    name: 'no click is lost, and clicks only add up',
    watch: ({ records, clicksHeard }) => ({
      *atCommit({ clicks }) {
        for (const { before, after } of clicks) {
          if (after === null) yield `the clicks of ${before.link} are gone`
          else if (before !== null && (after.people < before.people || after.bots < before.bots)) {
            yield `${after.link} ${after.code} has fewer clicks than before`
          }
        }
      },
      *atEnd() {
        const heard = groupBy(clicksHeard, ({ link, code, visitor }) => `${link}/${code} ${visitor}`)
        for (const [what, clicks] of heard) {
          const [{ account, link, code, visitor }] = clicks
          const found = records.tables.clicks.get(account, `${link} ${code}`)
          const counted = (visitor === 'person' ? found?.people : found?.bots) ?? 0
          if (counted < clicks.length) yield `${what} followed ${clicks.length} times, and ${counted} are counted`
        }
      },
    }),
  },
]

/** Of a slice that is still open nobody is told, since there is no message to tell of yet. */
function isStored({ tables }, { account, message }) {
  return message !== null && tables.messages.get(account, message) !== undefined
}

/** Where the unit of work runs again after a commit that went unacknowledged: it counts again, and its event is there. */
function wasTold(records, { link, message, clicks }) {
  const at = clicks.at(-1).at.getTime()
  return [...records.all('outbox'), ...records.all('keptEvents')].some((event) => {
    if (event.type !== 'link.clicked' || event.at.getTime() !== at) return false
    const data = typeof event.data === 'string' ? JSON.parse(event.data) : event.data
    return data.link === link && data.message.id === message
  })
}

const TAG = /\{\{\s*(?:contact_|current_date|trackingLink)/
