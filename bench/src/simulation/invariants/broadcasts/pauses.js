import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'
import { placeOf, slicesBegun } from './slices.js'

/** Invariants on broadcasts that are paused, watched, or have expired. */
export const PAUSES = [
  {
    name: 'a paused broadcast begins and releases nothing until it is resumed or expires',
    watch: ({ records, adapters: { clock } }) => ({
      *atCommit({ chunks, broadcasts }) {
        for (const { chunk, attempt } of slicesBegun(chunks)) {
          const { pausedAt } = records.tables.broadcasts.get(chunk.account, chunk.broadcast)
          if (pausedAt !== null && attempt.indices.length > 0)
            yield `${placeOf(chunk)} begins ${attempt.id} while it is paused`
        }
        for (const { before, after } of broadcasts) {
          if (before === null || before.pausedAt === null || isSettled(before)) continue
          if (isExpired(after, clock.now().getTime() + CLOCK_SKEW_MAX_MS)) continue
          if (after.released > before.released) yield `${after.id} releases ${after.released} while it is paused`
        }
      },
    }),
  },
  {
    name: 'the recipients after a canary wait until it has passed or somebody has decided',
    watch: ({ records, adapters: { clock } }) => ({
      *atCommit({ broadcasts }) {
        for (const { before, after } of broadcasts) {
          const canary = after.watch?.canary ?? null
          if (canary === null) continue
          const hasExpired = isExpired(after, clock.now().getTime() + CLOCK_SKEW_MAX_MS)
          const isTooMany = after.released > releasableOf(records, before, canary)
          if (isTooMany && !isJudged(records, after) && !hasExpired)
            yield `${after.id} releases ${after.released} before its canary is over`
          const isOver = after.watch.isCanaryOver && before !== null && !before.watch.isCanaryOver
          if (!isOver || before.watch.pausedBecause !== null || hasExpired) continue
          const { sent, refused } = outcomesOf(records, after)
          const { failedOver, atLeast } = canary.stopWhen
          if (sent + refused >= atLeast && refused > failedOver * (sent + refused))
            yield `the canary of ${after.id} passes with ${refused} of ${sent + refused} refused`
        }
      },
    }),
  },
  {
    name: 'a limit pauses a broadcast only if it is passed',
    watch: ({ records }) => ({
      *atCommit({ broadcasts }) {
        for (const { before, after } of broadcasts) {
          const limit = after.watch?.pausedBecause ?? null
          if (limit === null || (before?.watch?.pausedBecause ?? null) !== null) continue
          const { rule, allowed, found, of } = limit
          if (after.pausedAt === null) yield `${after.id} has passed a limit and is not paused`
          if (found <= allowed) yield `${after.id} is paused by ${rule} at ${found}, and ${allowed} is allowed`
          if (limit.limit !== 'failedOver') continue
          const { sent, refused } = outcomesOf(records, after)
          if (of !== sent + refused || Math.abs(found - refused / of) > ROUNDING)
            yield `${after.id} is paused for ${found} of ${of}, and ${refused} of ${sent + refused} were refused`
        }
      },
    }),
  },
  {
    name: 'what has expired begins nothing, and nothing expires early',
    watch: ({ records }) => ({
      *atCommit({ chunks }) {
        for (const { chunk, attempt } of slicesBegun(chunks)) {
          const broadcast = records.tables.broadcasts.get(chunk.account, chunk.broadcast)
          const hasExpired = isExpired(broadcast, attempt.at.getTime())
          if (hasExpired && attempt.indices.length > 0)
            yield `${placeOf(chunk)} begins ${attempt.id} after it has expired`
          if (!hasExpired && attempt.stoppedBy?.includes('expired')) yield `${placeOf(chunk)} expires early`
        }
      },
    }),
  },
]

const ROUNDING = 0.0001

/** The canary of a send with waves is judged before each wave, so it is not over after the first one. */
function isJudged(records, { watch, send }) {
  return watch.isCanaryOver || (send !== null && records.find('scheduleSends', send.id).waves !== null)
}

/** How many recipients an open canary may have. If nobody of it was submitted, it takes in as many again. */
function releasableOf(records, before, canary) {
  if (before === null || before.released === 0) return canary.recipients
  const { sent, refused } = outcomesOf(records, before)
  return sent + refused === 0 ? 2 * before.released : before.released
}

function isSettled({ completedAt, status }) {
  return completedAt !== null || status === 'canceled'
}

function isExpired({ expiresAt }, atMs) {
  return expiresAt !== null && expiresAt.getTime() <= atMs
}

/** Failures that say nothing about the carrier, because nothing was submitted. */
const NOT_REFUSED = [
  'opted_out_before_send',
  'not_opted_in_before_send',
  'outside_sending_window',
  'frequency_capped',
  'expired',
]

function outcomesOf({ indexes }, { id }) {
  const all = [...indexes.messagesOf(id).values()]
  const refused = all.filter(({ status, failure }) => status === 'failed' && !NOT_REFUSED.includes(failure.type))
  return { sent: all.filter(({ status }) => status === 'sent').length, refused: refused.length }
}
