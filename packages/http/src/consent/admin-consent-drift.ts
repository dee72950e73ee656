import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DomainError,
  isoOf,
  type CarrierDesk,
  type DriftStep,
  type DriftTotals,
  type KnownOptOut,
  type OnlyAtCarrier,
  type UseCases,
} from '@carillon/core'
import { contextOf, type ApiEnvironment } from '../api/context.js'
import { isOurs } from '../api/problem-handler.js'
import { problemOf, unavailable } from '../api/problem.js'
import type { Route } from '../api/route.js'
import { createSemaphore } from '../broadcasts/semaphore.js'
import { unknownCarrier } from '../carriers/admin-carriers.js'
import { NO_CARRIERS } from '../carriers/no-carriers.js'
import { accountNameOf } from '../input/path.js'
import { readQuery, RequiredParameter } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'

/** Each comparison keeps the numbers of a carrier's list in memory. */
const COMPARISONS_MAX = 2
const RETRY_AFTER_SECONDS = 5
/** A client that reads nothing for this long is disconnected. Reading a page from the carrier takes less time. */
const STALLED_MS = 120_000

class DriftQuery {
  @RequiredParameter(ANY_TEXT) carrier!: string
}

/** Compares a carrier's list of opt-outs with those of an account, while the client reads the response. */
export function driftRoutes(
  { readAccount, findConsentDrift }: Pick<UseCases, 'readAccount' | 'findConsentDrift'>,
  environment: ApiEnvironment,
  carriers: CarrierDesk = NO_CARRIERS,
): Route[] {
  const comparisons = createSemaphore(COMPARISONS_MAX)
  return [
    {
      method: 'get',
      path: '/accounts/:name/consent/drift',
      handle: async (req, res) => {
        const { carrier } = readQuery(req, DriftQuery)
        const account = await readAccount.execute({ name: accountNameOf(req) })
        const optOuts = await listOf(carriers, carrier)
        if (req.method === 'HEAD') {
          res.type(LINES).end()
          return
        }
        if (comparisons.isFull()) throw tooMany()
        const { requestId } = contextOf(res)
        const reportProblem = (error: unknown) => {
          const { problem } = problemOf(error, environment)
          if (isOurs(problem, error, req)) environment.logger.error({ requestId, err: error }, 'comparison failed')
          return problem
        }
        await comparisons.use(async () => {
          const steps = findConsentDrift.execute({ account, optOuts })
          // A list that cannot be read at all is an error response.
          const first = await steps.next()
          res.type(LINES).setTimeout(STALLED_MS, () => res.destroy())
          await pipeline(Readable.from(linesOf(first, steps, reportProblem)), res)
        })
      },
    },
  ]
}

const LINES = 'application/x-ndjson'

async function listOf(carriers: CarrierDesk, carrier: string) {
  const found = await carriers.optOuts(carrier)
  if (found === null) throw await unknownCarrier(carriers, carrier)
  if (found.entries !== null) return found.entries
  const type = (await carriers.list()).find(({ name }) => name === carrier)?.type
  const kind = type === undefined ? '' : ` (${type})`
  throw new DomainError('no-list-of-opt-outs', `The carrier ${carrier}${kind} has no list of opt-outs that can be read`)
}

function tooMany() {
  return unavailable(`Too many comparisons are running: at most ${COMPARISONS_MAX} at a time`, RETRY_AFTER_SECONDS)
}

async function* linesOf(
  first: IteratorResult<DriftStep>,
  rest: AsyncGenerator<DriftStep>,
  reportProblem: (error: unknown) => object,
): AsyncGenerator<string> {
  let done: DriftTotals = { atCarrier: 0, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 }
  try {
    for (let step = first; !step.done; step = await rest.next()) {
      const { onlyAtCarrier, onlyHere, totals } = step.value
      done = totals
      const lines = [
        ...onlyAtCarrier.map((one) => lineOf({ onlyAtCarrier: carrierEntry(one) })),
        ...onlyHere.map((one) => lineOf({ onlyHere: ownEntry(one) })),
      ]
      yield `${lines.join('')}${lineOf({ progress: totals })}`
    }
    yield lineOf({ done })
  } catch (error) {
    yield lineOf({ error: reportProblem(error) })
  } finally {
    await rest.return(undefined)
  }
}

function carrierEntry({ phone, sender, at, isOptedIn }: OnlyAtCarrier) {
  return { phoneNumber: phone, sender: sender ?? undefined, at: at === null ? undefined : isoOf(at), isOptedIn }
}

function ownEntry({ phone, optedOutAt, refusedAt }: KnownOptOut) {
  return {
    phoneNumber: phone,
    optedOutAt: optedOutAt === null ? undefined : isoOf(optedOutAt),
    refusedAt: refusedAt === null ? undefined : isoOf(refusedAt),
  }
}

function lineOf(content: object): string {
  return `${JSON.stringify(content)}\n`
}
