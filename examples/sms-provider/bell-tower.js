/** The most texts that the carrier accepts in one request. */
const BATCH_MAX = 250
/** The part of the deadline that is reserved for reading the response. */
const READING_MS = 50

/**
 * Sends through Bell Tower, a carrier with an HTTP API. `POST /messages` accepts texts, with ids chosen by the client,
 * and returns a result for each. A repeated id gets its first result, and sends no second text. `GET /messages?id=…`
 * reads results by id. So the provider deduplicates and answers queries: nothing is sent twice, even if a process dies.
 */
export class BellTower {
  deduplicates = true
  canBeAsked = true

  constructor({ url, token }) {
    this.url = url
    this.token = token
  }

  async submit(messages, { deadlineMs }) {
    const signal = AbortSignal.timeout(deadlineMs - READING_MS)
    const batches = await Promise.all(inBatches(messages).map((batch) => this.submitBatch(batch, signal)))
    return batches.flat()
  }

  async find(references, { deadlineMs }) {
    const signal = AbortSignal.timeout(deadlineMs - READING_MS)
    const batches = await Promise.all(inBatches(references).map((batch) => this.findBatch(batch, signal)))
    return batches.flat()
  }

  async submitBatch(batch, signal) {
    const texts = batch.map(({ reference: id, mediaUrl: media, ...text }) => ({ id, media, ...text }))
    try {
      const { status, answers } = await this.request('POST', '/messages', { signal, body: JSON.stringify({ texts }) })
      // The whole request was refused, so no text was accepted.
      if (status === 429 || status === 503) return batch.map(() => TRY_LATER)
      return answers === null ? batch.map(() => UNKNOWN) : batch.map((_, n) => outcomeOf(answers[n]))
    } catch (error) {
      // Without a connection nothing was submitted; after any other error the outcome is unknown.
      return batch.map(() => (error.cause?.code === 'ECONNREFUSED' ? TRY_LATER : UNKNOWN))
    }
  }

  async findBatch(batch, signal) {
    const query = new URLSearchParams(batch.map((reference) => ['id', reference]))
    try {
      const { answers } = await this.request('GET', `/messages?${query}`, { signal })
      return answers === null ? batch.map(() => UNKNOWN) : batch.map((_, n) => outcomeOf(answers[n]))
    } catch {
      return batch.map(() => UNKNOWN)
    }
  }

  async request(method, path, options) {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const response = await fetch(this.url + path, { method, headers, ...options })
    return { status: response.status, answers: response.ok ? (await response.json()).answers : null }
  }
}

const TRY_LATER = { kind: 'try-later', afterMs: null }
const UNKNOWN = { kind: 'unknown' }

function outcomeOf({ state, carrierId, reason, waitMs }) {
  switch (state) {
    case 'taken':
      return { kind: 'accepted', providerId: carrierId }
    case 'refused':
      return { kind: 'refused', type: 'carrier_rejected', message: reason }
    case 'busy':
      return { kind: 'try-later', afterMs: waitMs ?? null }
    case 'unknown-id':
      return { kind: 'never-seen' }
    default:
      return UNKNOWN
  }
}

function inBatches(all) {
  const count = Math.ceil(all.length / BATCH_MAX)
  return Array.from({ length: count }, (_, n) => all.slice(n * BATCH_MAX, (n + 1) * BATCH_MAX))
}
