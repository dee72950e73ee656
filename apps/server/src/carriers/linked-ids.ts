import type { CarrierConnection, CarrierNews, SmscLink, SmscLinks, SubmissionOutcome, TextResult } from '@carillon/core'
import type { Logger } from '../logging/logger.js'

export type LinkedIdsOptions = {
  readonly connection: CarrierConnection
  readonly links: SmscLinks
  readonly logger: Logger
  /** Resolves once all of it is stored. */
  readonly report: (news: readonly CarrierNews[]) => Promise<void>
  readonly sweepEveryMs?: number
}

export type LinkedIds = {
  readonly connection: CarrierConnection
  readonly receive: (news: readonly CarrierNews[]) => Promise<void>
}

const SWEEP_EVERY_MS = 60_000
const SWEPT_MAX = 100
const SWEEP_ROUNDS_MAX = 20

/**
 * For a carrier whose receipts have only its own ids. Remembers which text has which id, for all processes, so that a
 * receipt finds its text, even if it comes before the answer to the submission.
 */
export function withLinkedIds({
  connection,
  links,
  logger,
  report,
  sweepEveryMs = SWEEP_EVERY_MS,
}: LinkedIdsOptions): LinkedIds {
  const { provider } = connection

  const reportResult = async ({ reference, at, failure }: TextResult) => {
    await report([{ kind: 'receipt', providerId: null, reference, at, failure }])
    await links.markReported([reference])
  }
  const receiveOne = async (one: CarrierNews) => {
    if (one.kind === 'inbound' || one.reference !== null || one.providerId === null) return report([one])
    const { providerId: id, at, failure } = one
    const result = await links.settle({ id, echo: null, at, failure })
    if (result !== null) await reportResult(result)
  }
  /** Never rejects: the texts are taken, whatever happens here. */
  const link = async (taken: readonly SmscLink[]) => {
    if (taken.length === 0) return
    const results = await links.save(taken).catch((error: unknown) => {
      logger.error({ err: error }, 'the ids of texts at a carrier could not be stored: their receipts are lost')
      return []
    })
    await reportAll(results)
  }
  /** What cannot be reported now is reported by a sweep. Returns whether all of it could. */
  const reportAll = async (results: readonly TextResult[]) => {
    const reports = await Promise.allSettled(results.map(reportResult))
    const failed = reports.filter((one) => one.status === 'rejected')
    if (failed.length === 0) return true
    const fields = { err: failed[0]!.reason as unknown, receipts: failed.length }
    logger.warn(fields, 'receipts of a carrier could not be stored: they are tried again')
    return false
  }
  /** Reports what a process had found and could not report, and deletes what is old. */
  const sweep = async () => {
    try {
      for (let round = 0; round < SWEEP_ROUNDS_MAX; round++) {
        const results = await links.claimUnreported({ limit: SWEPT_MAX })
        if (!(await reportAll(results)) || results.length < SWEPT_MAX) break
      }
    } catch (error) {
      logger.warn({ err: error }, 'the receipts of a carrier that were not reported could not be read')
    }
    await links.trim().catch((error: unknown) => {
      logger.warn({ err: error }, 'the old ids of texts at a carrier could not be deleted')
    })
  }
  let sweeping: Promise<void> | null = null
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => (sweeping = null))
  }, sweepEveryMs).unref()

  return {
    // Their methods may be those of a class, which a spread loses.
    connection: {
      webhooks: connection.webhooks,
      directory: connection.directory,
      optOuts: connection.optOuts,
      check: (options) => connection.check(options),
      async close() {
        clearInterval(timer)
        await sweeping
        await connection.close()
      },
      provider: {
        deduplicates: provider.deduplicates,
        canBeAsked: provider.canBeAsked,
        ...(provider.carriers && { carriers: provider.carriers }),
        async submit(messages, options) {
          const outcomes = await provider.submit(messages, options)
          await link(outcomes.flatMap((outcome, i) => linkOf(outcome, messages[i]!.reference)))
          return outcomes
        },
        find: (references, options) => provider.find(references, options),
        ...(provider.forget && { forget: (phone) => provider.forget!(phone) }),
      },
    },
    async receive(news) {
      for (const one of news) await receiveOne(one)
    },
  }
}

function linkOf(outcome: SubmissionOutcome, reference: string): readonly SmscLink[] {
  if (outcome.kind !== 'accepted') return []
  return [{ kind: 'id', key: outcome.providerId, reference, part: 1, parts: 1 }]
}
