import type { UseCases } from '@carillon/container'
import { simRouter, type FakeSms } from '@carillon/fake-sms'
import { createApi } from '@carillon/http'
import { systemClock } from '@carillon/node'
import { isOutage } from '@carillon/postgres'
import type { RequestHandler } from 'express'
import type { Knex } from 'knex'
import type { Registry } from 'prom-client'
import type { TrustProxy } from '../config.js'
import { GRACE_MS } from '../grace.js'
import type { Logger } from '../logging/logger.js'
import { boundedRouter, CARRIER_PATH } from '../provider/carrier-path.js'
import { readiness } from '../readiness.js'
import { listen, urlOf, type Address } from './listening.js'

export type ServeOptions = {
  readonly address: Address
  readonly useCases: UseCases
  readonly knex: Knex
  readonly logger: Logger
  readonly registry: Registry
  /** What the processes beside this one have counted. */
  readonly otherMetrics?: () => Promise<string>
  readonly adminToken: string
  /** Where the errors are explained. Null: on the service's own page. */
  readonly docsUrl: string | null
  readonly trustProxy: TrustProxy
  /** Null: its phones are for nobody. */
  readonly simulator: FakeSms | null
  /** Takes what the carrier posts, where anything does. */
  readonly carrierRouter?: RequestHandler | null
}

export type Service = {
  readonly url: string
  /** Lets the requests in flight end, for a while. */
  stop(): Promise<void>
}

/** Opens the port: from then on requests are answered. */
export async function serve({ address, useCases, knex, logger, ...options }: ServeOptions): Promise<Service> {
  const url = urlOf(address)
  const docsUrl = options.docsUrl ?? `${url}/docs/errors`
  const stopping = new AbortController()
  const api = createApi({
    useCases,
    logger,
    docsUrl,
    registry: options.registry,
    ...(options.otherMetrics === undefined ? {} : { otherMetrics: options.otherMetrics }),
    isOutage,
    adminToken: options.adminToken,
    trustProxy: options.trustProxy,
    ready: () => readiness(knex, logger),
    extensions: {
      ...(options.simulator && {
        '/sim': phonesOf(options.simulator, { useCases, docsUrl, logger, stopping: stopping.signal }),
      }),
      ...(options.carrierRouter && { [CARRIER_PATH]: boundedRouter(options.carrierRouter) }),
    },
  })
  const listening = await listen(api, address)
  return {
    url,
    stop: () => {
      stopping.abort()
      return listening.stop({ graceMs: GRACE_MS })
    },
  }
}

type PhonesOptions = Pick<ServeOptions, 'useCases' | 'logger'> & {
  readonly docsUrl: string
  readonly stopping: AbortSignal
}

function phonesOf(
  fakeSms: FakeSms,
  { useCases: { receiveInbound, receiveReceipt }, docsUrl, logger, stopping }: PhonesOptions,
): ReturnType<typeof simRouter> {
  return simRouter({
    fakeSms,
    docsUrl,
    stopping,
    clock: systemClock,
    onError: (error) => logger.warn({ err: error }, 'the phones lack something'),
    receiveInbound: (text) => receiveInbound.execute(text),
    receiveReceipt: (receipt) => receiveReceipt.execute(receipt),
  })
}
