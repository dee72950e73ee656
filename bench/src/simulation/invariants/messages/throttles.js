import { CLOCK_SKEW_MAX_MS } from '../../processes/life.js'

/** What is a second to two processes whose clocks are off. */
const SECOND_MS = 1_000 - 2 * CLOCK_SKEW_MAX_MS

/** How fast a sender is. */
export const THROTTLES = [
  {
    name: 'no second sees more of a sender than its rate',
    watch: ({ records, adapters: { clock } }) => {
      const submitted = new Map()
      return {
        *atSubmission({ reference, from }) {
          const { messagesPerSecond } = records.tables.senders.get('service', from)
          if (messagesPerSecond === null) return
          const now = clock.now().getTime()
          const lately = (submitted.get(from) ?? []).filter((at) => at > now - SECOND_MS)
          submitted.set(from, [...lately, now])
          if (lately.length >= messagesPerSecond)
            yield `${from} hands over ${reference}, of ${messagesPerSecond} a second`
        },
      }
    },
  },
]
