const FAILING_SHARE = 0.3
const FAILURES = ['error', 'busy', 'reset']
/** The maximum number of failures in a row for one event, so that each event is accepted in the end. */
const FAILURES_MAX = 7
/** The value of `Retry-After`: longer than the wait after a first failure, so that it has an effect. */
const RETRY_AFTER_S = 8
const DRIP_MS = 500
const DRIPS = 60

/** How receivers treat a recorded request. */
export const BEHAVIOURS = {
  healthy: () => accept,

  /** Fails three of ten tries at random: with 500, with 503 and `Retry-After`, or by ending the connection. */
  moody({ random }) {
    const failures = new Map()
    return ({ request, res }) => {
      const before = failures.get(request.id) ?? 0
      if (before >= FAILURES_MAX || random() >= FAILING_SHARE) return accept({ request, res })
      failures.set(request.id, before + 1)
      const failure = FAILURES[Math.floor(random() * FAILURES.length)]
      if (failure === 'reset') return res.socket.resetAndDestroy()
      return respond({ request, res }, failure === 'busy' ? 503 : 500, failure === 'busy' ? AFTER : {})
    }
  },

  /** Sometimes never responds. */
  hanging: rarely(() => undefined),

  /** Sometimes sends a response that takes 30 seconds. */
  dripping: rarely(async ({ request, res, delay }) => {
    request.status = 200
    res.writeHead(200, { 'content-type': 'text/plain' })
    for (let drip = 0; drip < DRIPS && !res.destroyed; drip++) {
      res.write('.')
      await delay(DRIP_MS)
    }
    res.end()
  }),

  redirecting: ({ random }) => {
    return ({ request, res }) =>
      random() < FAILING_SHARE ? respond({ request, res }, 302, { location: TRAP }) : accept({ request, res })
  },

  /** Accepts requests for a while, then responds that it is gone. */
  leaving:
    () =>
    ({ request, res, nth }) =>
      nth > LEAVES_AFTER ? respond({ request, res }, 410) : accept({ request, res }),

  /** Never called: nothing listens on its port. */
  dead: () => accept,
}

/** The target of redirects, on the same receiver: if a redirect is followed, the receiver gets a request for it. */
export const TRAP = '/trap'
const AFTER = { 'retry-after': String(RETRY_AFTER_S) }
const LEAVES_AFTER = 200
const RARELY = 0.01

function rarely(treat) {
  return ({ random }) =>
    (given) =>
      random() < RARELY ? treat(given) : accept(given)
}

function accept({ request, res }) {
  respond({ request, res }, 204)
}

function respond({ request, res }, status, headers = {}) {
  request.status = status
  res.writeHead(status, headers).end()
}
