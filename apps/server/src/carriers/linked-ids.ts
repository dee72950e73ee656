import type {
  CarrierConnection,
  CarrierNews,
  CarrierReceipt,
  Clock,
  SmscLinks,
  SubmissionOutcome,
} from '@carillon/core'
import type { Logger } from '../logging/logger.js'

export type LinkedIdsOptions = {
  readonly connection: CarrierConnection
  readonly links: SmscLinks
  readonly clock: Clock
  readonly logger: Logger
  /** Resolves once all of it is stored. */
  readonly report: (news: readonly CarrierNews[]) => Promise<void>
}

const SWEEP_EVERY_MS = 60_000
const SWEPT_MAX = 100

/**
 * For a carrier whose receipts have only its own ids. Remembers which text has which id, for all processes, so that a
 * receipt finds its text, even if it comes before the answer to the submission.
 */
export function withLinkedIds({ connection, links, clock, logger, report }: LinkedIdsOptions): {
  readonly connection: CarrierConnection
  readonly receive: (news: readonly CarrierNews[]) => Promise<void>
} {
  const { provider } = connection
  let sweptMs = clock.now().getTime()

  const reportResults = async (results: Awaited<ReturnType<SmscLinks['save']>>) => {
    if (results.length === 0) return
    await report(results.map(({ reference, at, failure }) => ({ ...RECEIPT, reference, at, failure })))
    await links.markReported(results.map(({ reference }) => reference))
  }
  /** Reports what a process had found and could not report. */
  const sweep = async () => {
    const nowMs = clock.now().getTime()
    if (nowMs - sweptMs < SWEEP_EVERY_MS) return
    sweptMs = nowMs
    await reportResults(await links.claimUnreported({ limit: SWEPT_MAX }))
  }
  const receiveOne = async (one: CarrierNews) => {
    if (one.kind === 'inbound' || one.reference !== null || one.providerId === null) return report([one])
    const { providerId: id, at, failure } = one
    const result = await links.settle({ id, echo: null, at, failure })
    return reportResults(result === null ? [] : [result])
  }
  return {
    connection: {
      ...connection,
      provider: {
        ...provider,
        async submit(messages, options) {
          const outcomes = await provider.submit(messages, options)
          const taken = outcomes.flatMap((outcome, i) => linkOf(outcome, messages[i]!.reference))
          // The texts are taken, whatever happens here.
          await (taken.length > 0 ? links.save(taken).then(reportResults) : Promise.resolve()).catch((error: unknown) =>
            logger.warn({ err: error }, 'the ids of texts at a carrier could not be stored: their receipts are lost'),
          )
          return outcomes
        },
      },
    },
    async receive(news) {
      for (const one of news) await receiveOne(one)
      await sweep()
    },
  }
}

const RECEIPT = { kind: 'receipt', providerId: null } as const satisfies Partial<CarrierReceipt>

function linkOf(outcome: SubmissionOutcome, reference: string) {
  if (outcome.kind !== 'accepted') return []
  return [{ kind: 'id', key: outcome.providerId, reference, part: 1, parts: 1 } as const]
}
