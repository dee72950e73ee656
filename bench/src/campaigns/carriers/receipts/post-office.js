import { setTimeout as delay } from 'node:timers/promises'

/**
 * What a carrier reports of a text: `early` before its answer to the submission, `soon` after that, and `last` when the
 * faults are over. Reports in one list come at the same time.
 */
const PLANS = [
  { name: 'none', weight: 25 },
  { name: 'early', weight: 15, early: ['delivered'] },
  { name: 'prompt', weight: 20, soon: [['sent'], ['delivered']] },
  { name: 'twice', weight: 8, soon: [['delivered', 'delivered']] },
  { name: 'early and again', weight: 6, early: ['delivered'], soon: [['delivered']] },
  { name: 'out of order', weight: 10, soon: [['delivered'], ['sent'], ['queued']] },
  { name: 'late', weight: 12, last: ['delivered'] },
  { name: 'failed', weight: 6, soon: [['failed'], ['failed']] },
  { name: 'contradicting', weight: 4, soon: [['failed', 'delivered']] },
]
const SOON_MS = 800
/** An answer waits for the early receipt for this time at most. */
const EARLY_MS = 2_000
const AGAIN_MS = 300

/** The carriers' reports. A carrier repeats each of them until the service acknowledges it. */
export class PostOffice {
  /** Every text that a carrier took, with what it reported of it. */
  texts = []
  acknowledged = 0
  plans = Object.fromEntries(PLANS.map(({ name }) => [name, 0]))
  #random
  #open = new Set()
  #isOver = false

  /** `urlOf`: where the service is. */
  constructor({ random, urlOf }) {
    this.#random = random
    this.urlOf = urlOf
  }

  /** Called when a carrier has taken a text; it answers when this resolves. */
  async take(given) {
    const plan = this.#pickPlan()
    const text = { ...given, plan, posted: new Set() }
    this.texts.push(text)
    this.plans[plan.name]++
    const early = Promise.all((plan.early ?? []).map((status) => this.post(text, status)))
    await Promise.race([early, delay(plan.early === undefined ? 0 : EARLY_MS)])
    this.#launch(async () => {
      await early
      for (const statuses of plan.soon ?? []) {
        await delay(this.#random() * SOON_MS)
        await Promise.all(statuses.map((status) => this.post(text, status)))
      }
    })
  }

  /** Resolves when the service has acknowledged the report. */
  async post(text, status) {
    text.posted.add(status)
    while (!(await text.carrier.report(this.urlOf(), text, status))) {
      if (this.#isOver) return
      await delay(AGAIN_MS)
    }
    this.acknowledged++
  }

  /** Resolves when nothing is left to be posted but what comes last. */
  async settled() {
    while (this.#open.size > 0) await Promise.all(this.#open)
  }

  /** Posts what comes last. */
  async postLast() {
    await Promise.all(this.texts.flatMap((text) => (text.plan.last ?? []).map((status) => this.post(text, status))))
  }

  close() {
    this.#isOver = true
  }

  #launch(work) {
    const open = work().finally(() => this.#open.delete(open))
    this.#open.add(open)
  }

  #pickPlan() {
    let left = this.#random() * PLANS.reduce((sum, { weight }) => sum + weight, 0)
    return PLANS.find(({ weight }) => (left -= weight) < 0) ?? PLANS[0]
  }
}
