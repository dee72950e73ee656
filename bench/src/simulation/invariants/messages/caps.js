import { parseReference } from '@carillon/core'
import { idAt, placeOf, slicesBegun } from '../broadcasts/slices.js'
import { membershipsOf } from '../consent/consent.js'

/** The period of all caps of a world. */
const PERIOD_MS = 3_600_000
/** Clocks differ, and a message is counted a little before or after it is submitted. */
const WITHIN_MS = 2_000

/** Invariants on frequency caps. */
export const CAPS = [
  {
    name: 'no phone gets more messages of broadcasts than a cap allows, and nobody below the caps is left out',
    watch: ({ records }) => {
      /** When the messages to each phone were begun last, by id. */
      const begun = new Map()
      const arrived = new Map()
      return {
        *atCommit({ chunks }) {
          for (const { chunk, attempt } of slicesBegun(chunks)) {
            const { account } = chunk
            yield* wrongStops(records, { chunk, attempt, begun })
            for (const index of attempt.indices) {
              entriesOf(begun, account, chunk.recipients.phones[index]).set(idAt(chunk, index), attempt.at.getTime())
            }
          }
        },
        *atDelivery({ reference, to }) {
          const { account, id } = parseReference(reference)
          if (records.indexes.broadcastOf(id) === undefined) return
          const times = entriesOf(arrived, account, to)
          times.set(id, entriesOf(begun, account, to).get(id))
          const caps = records.tables.accounts.get('service', account).frequencyCaps
          for (const { messages } of caps.filter(({ group }) => group === null)) {
            if (mostWithin(times) > messages) yield `${to} got ${id} beyond ${messages} an hour`
          }
        },
      }
    },
  },
]

/** Recipients that were left out, although fewer messages than allowed had been begun for them. */
function* wrongStops({ tables, indexes }, { chunk, attempt, begun }) {
  for (const [i, index] of attempt.stopped.entries()) {
    const { cap } = attempt.stoppedBy[i]
    if (cap === undefined) continue
    const { account } = chunk
    const phone = chunk.recipients.phones[index]
    const sinceMs = attempt.at.getTime() - PERIOD_MS - WITHIN_MS
    const bulk = [...entriesOf(begun, account, phone)].filter(([id, ms]) => id !== idAt(chunk, index) && ms > sinceMs)
    const singles = [...indexes.singles.values()].filter((one) => isCounted(one, { account, phone, sinceMs }))
    const count = bulk.length + (cap.counts === 'all' ? singles.length : 0)
    if (count < cap.messages) yield `${phone} of ${placeOf(chunk)} is left out after ${count} of ${cap.messages}`
    if (cap.group !== null && !isMember({ tables }, { account, phone, group: cap.group }))
      yield `${phone} of ${placeOf(chunk)} is left out, and is not in ${cap.group}`
  }
}

function isCounted(message, { account, phone, sinceMs }) {
  const { direction, purpose, to, createdAt } = message
  const isSingle = direction === 'outbound' && purpose === 'message'
  return isSingle && message.account === account && to === phone && createdAt.getTime() > sinceMs
}

function isMember(records, { account, phone, group }) {
  const { id } = records.tables.groups.of(account).find(({ name }) => name === group)
  return membershipsOf(records, { account, phone }).some((one) => one.group === id && one.state === 'active')
}

/** The largest number of the times within one period. */
function mostWithin(times) {
  const sorted = [...times.values()].sort((one, other) => one - other)
  const counts = sorted.map((first) => sorted.filter((ms) => ms >= first && ms < first + PERIOD_MS - WITHIN_MS).length)
  return Math.max(...counts)
}

function entriesOf(map, account, phone) {
  const key = `${account} ${phone}`
  if (!map.has(key)) map.set(key, new Map())
  return map.get(key)
}
