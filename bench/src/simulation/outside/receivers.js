/**
 * The receivers of webhooks, by URL, each with a temper. A post arrives within the deadline or never, whatever happens
 * to the posting process; the response to an accepted post may be lost.
 */
export class SimulatedReceivers {
  /** By URL, how often each event was accepted. */
  taken = new Map()
  #tempers = new Map()
  #patience = new Map()

  constructor(world) {
    this.world = world
  }

  async post({ url, id, body }, { deadlineMs }) {
    const answer = await this.#answer({ url, id }, deadlineMs)
    this.world.trace.say(`${url} response for ${id.slice(-8)}: ${answer.status ?? answer.reason}`)
    this.world.answersPost({ url, id, body }, answer)
    return answer
  }

  async #answer(post, deadlineMs) {
    const { dice, isCalm, weather, pass } = this.world
    if (isCalm) return this.#treat(post)
    if (weather.receiversAreDown || dice.hits(0.04)) return UNREACHABLE
    const isSlow = dice.hits(0.04)
    await pass(isSlow ? dice.between(0, deadlineMs) : dice.pick(LATENCIES_MS))
    if (dice.hits(0.03)) return this.#hang(deadlineMs)
    if (dice.hits(0.1)) return answered(dice.pick(FAILURES), this.#retryAfter())
    const answer = this.#treat(post)
    return dice.hits(0.03) ? this.#hang(deadlineMs) : answer
  }

  /** Responds as its temper decides, without faults. */
  #treat({ url, id }) {
    const temper = this.#temperOf(url)
    if (temper === 'dead') return answered(500)
    if (temper === 'forwarding') return answered(302)
    if (temper === 'leaving' && this.#losesPatience(url)) return answered(410)
    if (!this.taken.has(url)) this.taken.set(url, new Map())
    const taken = this.taken.get(url)
    taken.set(id, (taken.get(id) ?? 0) + 1)
    return answered(204)
  }

  #losesPatience(url) {
    const left = this.#patience.get(url) ?? this.world.dice.between(0, 20)
    this.#patience.set(url, left - 1)
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

  #temperOf(url) {
    const { dice, crowd } = this.world
    if (!this.#tempers.has(url)) this.#tempers.set(url, dice.weighted(crowd.length > 40 ? GOOD : TEMPERS).name)
    return this.#tempers.get(url)
  }
}

const DAY_MS = 86_400_000
/** Few different values, so that many responses coincide. */
const LATENCIES_MS = [0, 0, 0, 10, 200]
const FAILURES = [500, 503, 503, 429, 404]
const TEMPERS = [
  { name: 'kind', weight: 8 },
  { name: 'leaving', weight: 1.5 },
  { name: 'dead', weight: 0.5 },
  { name: 'forwarding', weight: 0.3 },
]
/** The tempers of receivers that get very many events. */
const GOOD = TEMPERS.filter(({ name }) => name === 'kind')
const UNREACHABLE = { kind: 'unanswered', reason: 'unreachable', message: 'nobody is there' }

function answered(status, retryAfterMs = null) {
  return { kind: 'answered', status, retryAfterMs, excerpt: '' }
}
