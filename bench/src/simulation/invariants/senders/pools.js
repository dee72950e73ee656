import { placeOf, slicesBegun } from '../broadcasts/slices.js'

/** Invariants on the numbers that people have in pools. */
export const POOLS = [
  {
    name: 'a person keeps its number of a pool unless it is inactive or not in the pool, and then gets the least loaded near it',
    watch: ({ records }) => {
      const people = new People()
      /** The numbers that each pool has had. */
      const declared = new Map()
      const declare = ({ pools }) => {
        for (const { id, numbers } of pools) declared.set(id, [...(declared.get(id) ?? []), numbers])
      }
      return {
        *atCommit({ accounts, poolMembers, chunks, jobs, messages }) {
          for (const { after } of accounts) declare(after)
          if (poolMembers.length === 0) return
          const broadcast = broadcastOf(records, { chunks, jobs })
          const isTexted = ({ phone, number }) =>
            messages.some(
              ({ after: { direction, from, to } }) => direction === 'inbound' && from === phone && to === number,
            )
          for (const { before, after } of poolMembers) {
            // A client may have read the account before its pool was changed.
            const pools = broadcast === null ? declared.get(after.pool) : [broadcast.pool.numbers]
            const faults = pools.map((numbers) => {
              const used = usedOf(records, numbers, broadcast)
              return faultOf({ before, after, used, people, isTexted: isTexted(after) })
            })
            if (!faults.includes(null)) yield faults.at(-1)
            people.change(before, after)
          }
        },
      }
    },
  },
  {
    name: 'the load of a number is how many people have it',
    watch: ({ records }) => {
      const people = new People()
      return {
        *atCommit({ poolMembers, poolLoads }) {
          for (const { before, after } of poolMembers) people.change(before, after)
          const touched = [...poolMembers.map(({ after }) => after), ...poolLoads.map(({ after }) => after)]
          for (const { account, pool, number } of touched) {
            const load = records.find('poolLoads', `${account} ${pool} ${number}`)?.people ?? 0
            const has = people.of({ account, pool, number })
            if (load !== has) yield `${number} of ${pool} counts ${load} people, and has ${has}`
          }
        },
      }
    },
  },
  {
    name: 'an attempt from a pool has the number of every recipient, also of those who are stopped by a check',
    watch: ({ records }) => ({
      *atCommit({ chunks }) {
        for (const { chunk, attempt } of slicesBegun(chunks)) {
          const { pool } = records.tables.broadcasts.get(chunk.account, chunk.broadcast)
          if (pool === null) continue
          const texted = attempt.indices.map((index, i) => ({ index, from: attempt.numbers[i] }))
          const stopped = attempt.stopped.map((index, i) => ({ index, from: attempt.stoppedFrom?.[i] }))
          const checked = stopped.filter((_, i) => !STOPPED_BEFORE_NUMBERS.includes(attempt.stoppedBy[i]))
          for (const { index, from } of [...texted, ...checked]) {
            const phone = chunk.recipients.phones[index]
            const number = records.find('poolMembers', `${chunk.account} ${pool.id} ${phone}`)?.number
            if (from !== number) yield `${phone} of ${placeOf(chunk)} has ${number}, and the attempt has ${from}`
          }
        }
      },
    }),
  },
  {
    name: 'a single text from a pool is from a number that its recipient has had',
    watch: () => {
      const had = new Set()
      return {
        *atCommit({ poolMembers }) {
          for (const { before, after } of poolMembers) {
            if (after === null) yield `${before.phone} has no number of ${before.pool} any more`
            else had.add(`${after.pool} ${after.phone} ${after.number}`)
          }
        },
        *atResponse({ request, response: { message, replayed } }) {
          if (!request.from.startsWith('pool_') || replayed) return
          if (!had.has(`${request.from} ${message.to} ${message.from}`))
            yield `${message.id} to ${message.to} is from ${message.from}, which it never had in ${request.from}`
        },
      }
    },
  },
]

/** Why recipients are stopped who may have no number yet. */
const STOPPED_BEFORE_NUMBERS = ['outside-sending-window', 'expired']

/** How many people have each number of each pool. */
class People {
  #counts = new Map()

  of({ account, pool, number }) {
    return this.#counts.get(`${account} ${pool} ${number}`) ?? 0
  }

  change(before, after) {
    if (before !== null) this.#add(before, -1)
    this.#add(after, 1)
  }

  #add({ account, pool, number }, count) {
    this.#counts.set(`${account} ${pool} ${number}`, this.of({ account, pool, number }) + count)
  }
}

/** The broadcast whose slice gives numbers in this commit; null if no slice does. */
function broadcastOf({ tables }, { chunks, jobs }) {
  const ofJobs = jobs.flatMap(({ before, after }) => {
    const { account, kind, payload } = after ?? before
    return kind === 'dispatch-chunk' ? [{ account, broadcast: payload.broadcast }] : []
  })
  const [home] = [...chunks.map(({ after }) => after), ...ofJobs]
  return home === undefined ? null : tables.broadcasts.get(home.account, home.broadcast)
}

/** The senders of the numbers that people are texted from: the active ones, or all if none is active. */
function usedOf({ tables }, numbers, broadcast) {
  const all = numbers.map((number) => tables.senders.get('service', number))
  const isMms = (broadcast?.mediaUrl ?? null) !== null
  const mayBeMms = isMms || (broadcast !== null && hasMedia(tables, broadcast))
  const active = all.filter(({ status, mms }) => status === 'active' && (mms || !mayBeMms))
  return active.length > 0 ? active : all
}

function hasMedia(tables, { account, id }) {
  const chunks = tables.chunks.of(`${account} ${id}`)
  return chunks.some(({ recipients }) => recipients.mediaUrls?.some((url) => url !== null) ?? false)
}

/** Why a person may not have got this number; null if it may. */
function faultOf({ before, after, used, people, isTexted }) {
  const { phone, number, pool } = after
  if (before !== null && used.some((one) => one.number === before.number))
    return `${phone} gets ${number} of ${pool}, although it has ${before.number}`
  if (isTexted) return used.some((one) => one.number === number) ? null : `${phone} gets ${number}, which is inactive`
  const near = used.filter((one) => one.number.startsWith('+1') && areaOf(one.number) === areaOf(phone))
  const candidates = near.length > 0 ? near : used
  const areRated = candidates.every(({ messagesPerSecond }) => messagesPerSecond !== null)
  const loadOf = (one) => people.of({ ...after, number: one.number }) / (areRated ? one.messagesPerSecond : 1)
  const given = candidates.find((one) => one.number === number)
  if (given === undefined) return `${phone} gets ${number} of ${pool}, which is inactive or not near it`
  const least = Math.min(...candidates.map(loadOf))
  return loadOf(given) === least
    ? null
    : `${phone} gets ${number} of ${pool} with a load of ${loadOf(given)}, not ${least}`
}

function areaOf(phone) {
  return phone.slice(0, '+1202'.length)
}
