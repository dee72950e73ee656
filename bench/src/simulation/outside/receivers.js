/**
 * The receivers of webhooks, by URL, each with a behaviour. A post arrives within the deadline or never, whatever happens
 * to the posting process; the response to an accepted post may be lost.
 */
export class SimulatedReceivers {
  /** How many times each event was accepted, by URL. */
  taken = new Map()
  #behaviours = new Map()
  #postsLeft = new Map()

  constructor(world) {
    this.world = world
  }

  async post({ url, id, body }, { deadlineMs }) {
    const response = await this.#respond({ url, id }, deadlineMs)
    this.world.trace.say(`${url} response for ${id.slice(-8)}: ${response.status ?? response.reason}`)
    this.world.recordPostResponse({ url, id, body }, response)
    return response
  }

  async #respond(post, deadlineMs) {
    const { dice, isCalm, outages, pass } = this.world
    if (isCalm) return this.#respondNormally(post)
    if (outages.receiversAreDown || dice.hits(0.04)) return UNREACHABLE
    const isSlow = dice.hits(0.04)
    await pass(isSlow ? dice.between(0, deadlineMs) : dice.pick(LATENCIES_MS))
    if (dice.hits(0.03)) return this.#hang(deadlineMs)
    if (dice.hits(0.1)) return respond(dice.pick(FAILURES), this.#retryAfter())
    const response = this.#respondNormally(post)
    return dice.hits(0.03) ? this.#hang(deadlineMs) : response
  }

  /** Responds as the behaviour of the receiver decides, without faults. */
  #respondNormally({ url, id }) {
    const behaviour = this.#behaviourOf(url)
    if (behaviour === 'dead') return respond(500)
    if (behaviour === 'forwarding') return respond(302)
    if (behaviour === 'leaving' && this.#hasLeft(url)) return respond(410)
    if (!this.taken.has(url)) this.taken.set(url, new Map())
    const taken = this.taken.get(url)
    taken.set(id, (taken.get(id) ?? 0) + 1)
    return respond(204)
  }

  #hasLeft(url) {
    const left = this.#postsLeft.get(url) ?? this.world.dice.between(0, 20)
    this.#postsLeft.set(url, left - 1)
    return left <= 0
  }

  async #hang(deadlineMs) {
    await this.world.pass(deadlineMs)
    return { kind: 'unanswered', reason: 'timeout', message: 'no answer came' }
  }

  #retryAfter() {
    const { dice } = this.world
    if (dice.hits(0.7)) return null
    return dice.hits(0.1) ? dice.between(0, 2 * DAY_MS) : dice.between(0, 20 * 60_000)
  }

  #behaviourOf(url) {
    const { dice, crowd } = this.world
    if (!this.#behaviours.has(url))
      this.#behaviours.set(url, dice.weighted(crowd.length > 40 ? RELIABLE : BEHAVIOURS).name)
    return this.#behaviours.get(url)
  }
}

const DAY_MS = 86_400_000
/** Few different values, so that many responses coincide. */
const LATENCIES_MS = [0, 0, 0, 10, 200]
const FAILURES = [500, 503, 503, 429, 404]
const BEHAVIOURS = [
  { name: 'kind', weight: 8 },
  { name: 'leaving', weight: 1.5 },
  { name: 'dead', weight: 0.5 },
  { name: 'forwarding', weight: 0.3 },
]
/** The behaviours of receivers that get very many events. */
const RELIABLE = BEHAVIOURS.filter(({ name }) => name === 'kind')
const UNREACHABLE = { kind: 'unanswered', reason: 'unreachable', message: 'nobody is there' }

function respond(status, retryAfterMs = null) {
  return { kind: 'answered', status, retryAfterMs, excerpt: '' }
}
