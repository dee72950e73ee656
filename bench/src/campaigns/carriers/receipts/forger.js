import { setTimeout as delay } from 'node:timers/promises'
import { postTo } from '../test-carriers/http-carrier.js'

/** Signatures with a time are valid for five minutes. */
const TOO_OLD_MS = 400_000
const FORGERS = 2
const EVERY_MS = 40

/**
 * The forgeries. Each returns the request, given the text that it lies about, another text of the same carrier, and
 * another carrier; `fits` says for which carriers a forgery can be told from a genuine receipt.
 */
const FORGERIES = [
  {
    name: 'wrong signature',
    forge: ({ carrier, text, status }) => carrier.receipt(text, status, { at: new Date(), isForged: true }),
  },
  {
    name: 'no signature',
    forge: ({ carrier, text, status }) => withoutSignature(carrier.receipt(text, status, { at: new Date() })),
  },
  {
    name: 'altered body',
    fits: ({ signs }) => signs.body,
    forge: ({ carrier, text, other, status }) =>
      aboutAnother(carrier.receipt(other, status, { at: new Date() }), { from: other, to: text }),
  },
  {
    name: 'altered status',
    fits: ({ signs }) => signs.body,
    forge: ({ carrier, text, status }) => ({
      ...carrier.receipt(text, 'sent', { at: new Date() }),
      body: carrier.receipt(text, status, { at: new Date() }).body,
    }),
  },
  {
    name: 'of another carrier',
    needsAnotherCarrier: true,
    forge: ({ carrier, text, status, elsewhere }) => {
      const { headers } = elsewhere.receipt(text, status, { at: new Date() })
      const { url, body, method } = carrier.receipt(text, status, { at: new Date() })
      return { method, url, body, headers }
    },
  },
  {
    name: 'replayed after minutes',
    fits: ({ signs }) => signs.time,
    forge: ({ carrier, text, status }) => carrier.receipt(text, status, { at: new Date(Date.now() - TOO_OLD_MS) }),
  },
  {
    // Only the carrier itself could sign it.
    name: 'signed, of another account',
    isSigned: true,
    forge: ({ carrier, text, status, account }) =>
      carrier.receipt({ ...text, reference: `${account}.${text.reference.split('.')[1]}` }, status, { at: new Date() }),
  },
].map((one) => ({ fits: (_carrier) => true, needsAnotherCarrier: false, isSigned: false, ...one }))

/** Posts forged receipts about any text that a carrier took, until it is stopped. */
export class Forger {
  counts = Object.fromEntries(FORGERIES.map(({ name }) => [name, 0]))
  believed = []
  #isOver = false
  #running = null

  constructor({ office, random, accounts }) {
    this.office = office
    this.random = random
    this.accounts = accounts
  }

  start() {
    this.#running = Promise.all(Array.from({ length: FORGERS }, () => this.#run()))
    // `stop` throws it.
    this.#running.catch(() => {})
  }

  async stop() {
    this.#isOver = true
    await this.#running
  }

  async #run() {
    while (!this.#isOver) {
      await delay(EVERY_MS)
      const { texts } = this.office
      const text = this.#pick(texts)
      if (text !== undefined && text.carrier.signs !== null) await this.#forge(text, texts)
    }
  }

  async #forge(text, texts) {
    const { carrier } = text
    const others = texts.filter((one) => one.carrier === carrier && one !== text)
    const elsewhere = this.#pick(texts.filter((one) => one.carrier.signs !== null && one.carrier.type !== carrier.type))
    if (others.length === 0) return
    const { name, isSigned, forge } = this.#pick(
      FORGERIES.filter(({ fits, needsAnotherCarrier }) => fits(carrier) && (elsewhere || !needsAnotherCarrier)),
    )
    const account = this.accounts.find((one) => one !== text.reference.split('.')[0])
    const status = this.#pick(['delivered', 'failed'])
    const given = { carrier, text, other: this.#pick(others), elsewhere: elsewhere?.carrier, account, status }
    const response = await postTo(this.office.urlOf(), forge(given))
    if (response === null) return
    this.counts[name]++
    // On a busy machine, a signed one may not be stored in time.
    if (!(isSigned ? [200, 503] : [403]).includes(response)) this.believed.push(`${name}, ${carrier.name}: ${response}`)
  }

  #pick(list) {
    return list[Math.floor(this.random() * list.length)]
  }
}

function withoutSignature({ headers, ...request }) {
  return { ...request, headers: { 'content-type': headers['content-type'] } }
}

/** A genuine request with another text in it. */
function aboutAnother({ url, body, ...request }, { from, to }) {
  const altered = (text) =>
    [
      [from.reference, to.reference],
      [from.id, to.id],
    ].reduce((changed, [before, after]) => changed.replaceAll(before, after), text)
  return { ...request, url: altered(url), body: new TextEncoder().encode(altered(Buffer.from(body).toString())) }
}
