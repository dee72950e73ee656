import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'

/** A second as measured by two processes whose clocks differ. */
const SECOND_MS = 1_000 - 2 * CLOCK_SKEW_MAX_MS

/** Invariants on the rate of a sender. */
export const THROTTLES = [
  {
    name: 'no sender exceeds its rate in any second',
    watch: ({ records, adapters: { clock } }) => {
      const submitted = new Map()
      return {
        *atSubmission({ reference, from, isNext }) {
          // The rate is one of texts, whatever number of carriers is tried for one.
          if (isNext) return
          const { messagesPerSecond } = records.tables.senders.get('service', from)
          if (messagesPerSecond === null) return
          const now = clock.now().getTime()
          const lately = (submitted.get(from) ?? []).filter((at) => at > now - SECOND_MS)
          submitted.set(from, [...lately, now])
          if (lately.length >= messagesPerSecond)
            yield `${from} submits ${reference} beyond ${messagesPerSecond} a second`
        },
      }
    },
  },
]
