import { memoryLinks, smpp } from '@carillon/smpp'
import { CONNECTIONS, senderOf, TEXT, TO } from '../messages/send-storm.js'

const DEADLINE_MS = 10_000

/** Our SMPP client without the service: submits as many texts at once as the HTTP clients send, and stores nothing. */
export async function openSmppClient(settings) {
  const connection = smpp(settings, { links: memoryLinks(), onNews: async () => {} })
  const findings = await connection.check({ deadlineMs: DEADLINE_MS })
  let sequence = 0
  return {
    findings,
    async submit(count) {
      let left = count
      const client = async () => {
        while (left-- > 0) {
          const message = { reference: `bench-${++sequence}`, from: senderOf(0), to: TO, body: TEXT, mediaUrl: null }
          const [outcome] = await connection.provider.submit([message], { deadlineMs: DEADLINE_MS })
          if (outcome.kind !== 'accepted') throw new Error(`a text got the outcome ${JSON.stringify(outcome)}`)
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, client))
      return count
    },
    close: () => connection.close(),
  }
}
