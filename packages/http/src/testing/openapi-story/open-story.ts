import { scriptedProvider } from '@carillon/contracts'
import {
  DomainError,
  EVENT_TYPES,
  parsePhoneNumber,
  type Adapters,
  type Chance,
  type GroupId,
  type MessageFailure,
  type MessageId,
  type UnitOfWork,
  type WebhookResponse,
  type WebhookPost,
  type WebhookSender,
} from '@carillon/core'
import { aCarrierDesk } from '../fixtures/carrier-fixture.js'
import { tap } from '../tap.js'
import { KEY, openTestApi } from '../test-api.js'
import { workLanes } from '../work-lanes.js'
import { exampleRecorder, type Around } from './example-recorder.js'

export const FROM = '+12025550100'
export const INACTIVE = '+12025550101'
export const ANN = '+12025550123'
export const BOB = '+12025550124'
/** A number that is unknown to every account. */
export const EVE = '+12025550166'
export const LINK = 'go.acme.com/sale'
export const NAMED = { name: 'Acme' }

export const SMS = { to: ANN, from: FROM, body: 'Your table is ready.' }
/** A text that cannot be sent. */
export const CONTROL_CHARACTER_TEXT = 'Your\u0007 table'
/** A text with the link of a public shortener. */
export const LINKED = 'Look at https://bit.ly/sale'
export const NO_ID = '00000000000000000000000000'
export const NO_GROUP = `grp_${NO_ID}`

/** The first declaration of Acme. */
export const ACME = {
  name: NAMED.name,
  timezone: 'America/New_York',
  capabilities: { silentOptIn: true },
  credits: { sms: 100_000, mms: 1_000 },
  apiKeys: [KEY],
  numbers: [
    { number: FROM, status: 'active' },
    { number: INACTIVE, status: 'inactive' },
  ],
  groups: [
    { name: 'VIP', default: true, optInMessage: 'Welcome! Reply STOP to opt out.', tags: ['vip'] },
    { name: 'News', optInType: 'DOUBLE' },
  ],
  customFields: [{ key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] }],
  trackingLinks: [{ link: LINK, target: 'https://shop.example.com/sale' }],
  webhooks: [{ url: 'https://hooks.example.com/carillon', events: [...EVENT_TYPES] }],
}

/** Empty in-memory adapters. */
export type StoryAdapters = Adapters & {
  readonly clock: { now(): Date; set(instant: Date): void; advance(byMs: number): void; nextWakeAt(): Date | null }
  readonly webhookSender: WebhookSender & {
    readonly posts: readonly WebhookPost[]
    answerBy(rule: (post: WebhookPost) => WebhookResponse): void
  }
}

/** The order in which jobs take random numbers depends on the database. */
const ALWAYS_HALF: Chance = { next: () => 0.5 }

/** A service whose clock changes only when the story sets it, with failures on demand. */
export async function openStory(adapters: StoryAdapters, around?: Around) {
  const provider = scriptedProvider()
  const broken: { by: Error | null } = { by: null }
  const unitOfWork: UnitOfWork = {
    run: (work) => (broken.by === null ? adapters.unitOfWork.run(work) : Promise.reject(broken.by)),
    runOne: (work) => adapters.unitOfWork.runOne(work),
  }
  const isOutage = (error: unknown) => error instanceof OutOfReach
  const carriers = aCarrierDesk()
  const fixture = await openTestApi(
    { ...adapters, chance: ALWAYS_HALF, provider, unitOfWork },
    {
      isOutage,
      carriers: carriers.desk,
      // Stored with the time of a real clock. The story records requests of its own.
      logsRequests: false,
    },
  )
  const { useCases, admin } = fixture
  let texts = 0

  return {
    ...adapters,
    ...fixture,
    ...exampleRecorder(fixture, around),
    provider,
    carriers,
    /** Runs all due jobs. */
    work: () => workLanes(useCases, ['timed', 'bulk', 'quick']),
    deliver: async () => {
      while ((await useCases.relayEvents.execute()) > 0);
      await workLanes(useCases, ['webhooks'])
    },
    declare: async (changes: object = {}, query = '') => {
      const body = { account: { ...ACME, rateLimits: null, ...changes } }
      const { status, text } = await admin('POST', `/apply${query}`, { body })
      if (status !== 200) throw new Error(text)
    },
    text: (from: string, body: string) =>
      useCases.receiveInbound.execute({ from, to: FROM, body, mediaUrl: null, providerId: `text ${texts++}` }),
    receipt: async (message: string, failure: MessageFailure | null = null) => {
      const account = (await useCases.readAccount.execute(NAMED)).id
      const at = adapters.clock.now()
      await useCases.receiveReceipt.execute({ account, message: message as MessageId, at, failure })
    },
    follow: (url: string) => tap(fixture.url, url),
    /** Fills in the opt-in form of the group; a refusal is ignored. */
    askForCode: async (group: string, phone: string) => {
      const id = group as GroupId
      const { version } = await useCases.readOptInForm.execute({ group: id })
      const asked = { group: id, version, phone: parsePhoneNumber(phone), agent: null, isBot: false }
      await useCases.requestCode.execute({ ...asked, address: '192.0.2.1' }).catch(ignoreRefusal)
    },
    whileBroken: async (by: Error, happen: () => Promise<void>) => {
      broken.by = by
      await happen()
      broken.by = null
    },
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof DomainError)) throw error
}

export type Story = Awaited<ReturnType<typeof openStory>>

export class OutOfReach extends Error {}
