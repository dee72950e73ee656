import { ratePartsOf } from '@carillon/core'
import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'

const SECOND_MS = 1_000
/** By how much a second of one process can be shorter on the clock of another. */
const SKEW_MS = 2 * CLOCK_SKEW_MAX_MS

/** Invariants on the rate of a sender. */
export const THROTTLES = [
  {
    name: 'no sender exceeds its rate in any second; a text of more parts than the rate is alone for as many seconds as it needs',
    watch: ({ records, adapters: { clock } }) => {
      /** By sender, how much each submitted text counts, and until when. */
      const submitted = new Map()
      return {
        *atSubmission({ reference, from, body, mediaUrl, isNext }) {
          // The rate is one of texts, whatever number of carriers is tried for one.
          if (isNext) return
          const { account, messagesPerSecond: rate } = records.tables.senders.get('service', from)
          if (rate === null) return
          const { rateCounts } = records.tables.accounts.get('service', account)
          const count = rateCounts === 'parts' ? ratePartsOf({ body, mediaUrl }) : 1
          const now = clock.now().getTime()
          const lately = (submitted.get(from) ?? []).filter(({ untilMs }) => untilMs > now)
          const untilMs = now + Math.ceil(count / rate) * SECOND_MS - SKEW_MS
          submitted.set(from, [...lately, { count, untilMs }])
          const before = lately.reduce((sum, one) => sum + one.count, 0)
          if (before > 0 && before + count > rate)
            yield `${from} submits ${reference} of ${count} beyond ${rate} a second, after ${before}`
        },
      }
    },
  },
]
