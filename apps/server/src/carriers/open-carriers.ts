import { CarrierRouter, type CarrierContext } from '@carillon/carriers'
import { gateway, type GatewayDescription } from '@carillon/carriers/gateway'
import type { CarrierConnection, CarrierDirectory, CarrierNews, SmsProvider } from '@carillon/core'
import { FakeCarriers, FakeSms, postgresOutbox, type SentReceipt } from '@carillon/fake-sms'
import { randomIds, systemClock, systemTimer } from '@carillon/node'
import { PostgresInboundParts, PostgresSmscLinks, PostgresTestTexts } from '@carillon/postgres'
import { smpp, type SmppSettings } from '@carillon/smpp'
import type { RequestHandler } from 'express'
import type { LoadedProvider, MadeProvider, ProviderContext } from './module/made-provider.js'
import { carrierDesk } from './carrier-desk.js'
import { carrierLog } from './carrier-log.js'
import { beginCounting, countSubmission, createCarrierMetrics } from './carrier-metrics.js'
import { carrierRequests } from './carrier-requests.js'
import { HTTP_CARRIERS } from './file/carrier-types.js'
import type { CarriersFile, DeclaredCarrier } from './file/carriers-file.js'
import { withLinkedIds } from './linked-ids.js'
import { countReceipt, moduleReceiver, receiveNews, type NewsDeps } from './receive-news.js'
import { senderCarriers } from './sender-carriers.js'
import { smppReports } from './smpp-reports.js'
import { isTestReference } from './test-references.js'

/** What was loaded before anything was opened, so that its faults are reported first. */
export type LoadedParts = {
  /** The descriptions of the gateways, by the name of the carrier. */
  readonly gateways: ReadonlyMap<string, GatewayDescription>
  /** The provider modules, by the name of the carrier. */
  readonly modules: ReadonlyMap<string, LoadedProvider>
}

/** Opens every carrier of the file, as one provider. */
export async function openCarriers(
  file: CarriersFile,
  parts: LoadedParts,
  context: ProviderContext,
): Promise<MadeProvider> {
  const { knex, logger, registry, unitOfWork, useCases } = context
  const metrics = createCarrierMetrics(registry)
  const testTexts = new PostgresTestTexts({ knex, clock: systemClock })
  const news: NewsDeps = { useCases, clock: systemClock, metrics, testTexts }
  const receive = (carrier: string, some: readonly CarrierNews[]) => receiveNews(news, carrier, some)

  const opened: OpenedCarrier[] = []
  const closeAll = async () => {
    const closings = await Promise.allSettled(opened.map(({ connection }) => connection.close()))
    for (const [i, closing] of closings.entries()) {
      if (closing.status === 'fulfilled') continue
      logger.warn({ err: closing.reason as unknown, carrier: opened[i]!.carrier.name }, 'a carrier could not be closed')
    }
  }
  try {
    for (const carrier of file.carriers) {
      opened.push(
        await open(carrier, { ...context, file, parts, news, receive: (some) => receive(carrier.name, some) }),
      )
    }
  } catch (error) {
    await closeAll()
    throw error
  }
  const log = carrierLog({ logger, clock: systemClock, breakerOf: (name) => router.breakers().get(name) })
  const router: CarrierRouter = new CarrierRouter({
    carriers: opened.map(({ carrier: { name, partsPerSecond }, connection: { provider } }) => ({
      ...{ name, provider, partsPerSecond },
    })),
    routes: file.routes,
    carrierOfSender: senderCarriers({ unitOfWork, clock: systemClock }),
    clock: systemClock,
    onEvent: (event) => {
      countSubmission(metrics, event)
      log(event)
    },
  })
  const desk = carrierDesk({
    carriers: opened.map(({ carrier, connection }) => ({ ...carrier, connection, urls: urlsOf(file, carrier.name) })),
    routes: file.routes,
    breakers: () => router.breakers(),
    sendersOf: (carrier, limit) => unitOfWork.run(({ senders }) => senders.ofCarrier(carrier, limit)),
    testTexts,
    onSubmission: (event) => countSubmission(metrics, event),
    nowMs: () => performance.now(),
  })
  metrics.watch(router)
  for (const { carrier, connection } of opened)
    beginCounting(metrics, { carrier: carrier.name, isCalling: connection.webhooks !== null })
  const webhooks = new Map(
    opened.flatMap(({ carrier: { name }, connection }) => (connection.webhooks ? [[name, connection.webhooks]] : [])),
  )
  /** Some carriers have news of ids that must be looked up first. */
  const receiveOwn = (carrier: string, some: readonly CarrierNews[]) => {
    const own = opened.find((one) => one.carrier.name === carrier)?.receive
    return own === undefined ? receive(carrier, some) : own(some)
  }
  const modules = new Map(opened.flatMap(({ carrier: { name }, router }) => (router ? [[name, router]] : [])))
  const { publicUrl } = file
  logger.info({ carriers: router.carriers }, 'carriers opened')
  return {
    provider: router,
    router: carrierRequests({ webhooks, modules, publicUrl, clock: systemClock, logger, metrics, receive: receiveOwn }),
    directory: opened.find(({ connection }) => connection.directory !== null)?.connection.directory ?? null,
    fakeSms: opened.find(({ fakeSms }) => fakeSms != null)?.fakeSms ?? null,
    carrierDesk: desk,
    openBreakers: () => [...router.breakers()].filter(([, state]) => state === 'open').map(([name]) => name),
    close: closeAll,
  }
}

type OpenedCarrier = {
  readonly carrier: DeclaredCarrier
  readonly connection: CarrierConnection
  readonly fakeSms?: FakeSms | null
  /** In place of `receive`. */
  readonly receive?: (news: readonly CarrierNews[]) => Promise<void>
  /** The router of a module. */
  readonly router?: RequestHandler | null
}

type OpenContext = ProviderContext & {
  readonly file: CarriersFile
  readonly parts: LoadedParts
  readonly news: NewsDeps
  readonly receive: (news: readonly CarrierNews[]) => Promise<void>
}

async function open(carrier: DeclaredCarrier, context: OpenContext): Promise<OpenedCarrier> {
  const { name, type, settings } = carrier
  const http = urlsOf(context.file, name)
  switch (type) {
    case 'smpp': {
      const place = { knex: context.knex, clock: systemClock, carrier: name }
      const [links, parts] = [new PostgresSmscLinks(place), new PostgresInboundParts(place)]
      const { logger, news, receive: onNews } = context
      const reports = smppReports({ carrier: name, logger, metrics: news.metrics, clock: systemClock })
      const hooks = { onNews, links, parts, ...reports }
      return { carrier, connection: smpp(settings as SmppSettings, hooks) }
    }
    case 'http':
      return openGateway(carrier, context.parts.gateways.get(name)!, context)
    case 'module': {
      const receiver = moduleReceiver(context.news, name)
      const made = await context.parts.modules.get(name)!.make({ ...context, receiver })
      return { carrier, connection: ofModule(made), router: made.router ?? null }
    }
    case 'simulator':
      return openSimulator(carrier, context)
    default:
      return { carrier, connection: HTTP_CARRIERS[type]!.open(settings, http) }
  }
}

function openGateway(carrier: DeclaredCarrier, description: GatewayDescription, context: OpenContext): OpenedCarrier {
  const { knex, logger, receive: report, file } = context
  const connection = gateway(description, urlsOf(file, carrier.name))
  if (description.receipts === undefined || description.receipts.reference !== undefined) return { carrier, connection }
  const links = new PostgresSmscLinks({ knex, clock: systemClock, carrier: carrier.name })
  return { carrier, ...withLinkedIds({ connection, links, logger, report }) }
}

function urlsOf({ publicUrl }: Pick<CarriersFile, 'publicUrl'>, name: string): CarrierContext {
  if (publicUrl === null) return { receiptUrl: null, inboundUrl: null }
  return {
    receiptUrl: `${publicUrl}/provider/${name}/receipts`,
    inboundUrl: `${publicUrl}/provider/${name}/inbound`,
  }
}

/** A module handles its carrier's requests by its own router, and cannot be checked. */
function ofModule({ provider, directory = null, close }: MadeProvider): CarrierConnection {
  return connectionOf(provider, directory, async () => void (await close?.()))
}

async function openSimulator(
  carrier: DeclaredCarrier,
  { file, knex, logger, news }: OpenContext,
): Promise<OpenedCarrier> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'the provider cannot answer')
  const given = { clock: systemClock, ids: randomIds(systemClock), timer: systemTimer }
  const onReceipt = ({ reference, failure: reported }: SentReceipt) => {
    const failure = reported && { carrierCode: null, ...reported }
    countReceipt(news.metrics, carrier.name, failure)
    if (!isTestReference(reference)) return
    news.testTexts
      .receive({ carrier: carrier.name, reference }, failure)
      .catch((error: unknown) => logger.warn({ err: error }, 'the receipt of a test text could not be stored'))
  }
  const fakeSms = new FakeSms({ ...given, outbox: postgresOutbox({ knex }), onError, onReceipt })
  await fakeSms.open()
  // Its look-ups are invented, so they must not decide about numbers that real carriers text.
  const isAlone = file.carriers.every(({ type }) => type === 'simulator')
  const directory = isAlone ? new FakeCarriers({ timer: systemTimer }) : null
  return { carrier, connection: connectionOf(fakeSms, directory, async () => {}), fakeSms }
}

function connectionOf(
  provider: SmsProvider,
  directory: CarrierDirectory | null,
  close: () => Promise<void>,
): CarrierConnection {
  return { provider, directory, webhooks: null, optOuts: null, check: async () => [], close }
}
