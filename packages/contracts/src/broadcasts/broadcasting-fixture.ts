import {
  CancelBroadcast,
  DispatchChunk,
  FinishMessage,
  JOB_LANES,
  ListBroadcastMessages,
  Once,
  ReadBroadcast,
  ReadCredits,
  PauseBroadcast,
  ResumeBroadcast,
  RetryBroadcast,
  RunDueJobs,
  RunImport,
  RunOccurrence,
  StartBroadcast,
  StartSend,
  WatchCanary,
  type Account,
  type CarrierDirectory,
  type JobFailure,
  type PhoneNumber,
  type Sender,
  type StartBroadcastInput,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { aConsent, NOW } from '../fixtures/builders.js'
import { scriptedProvider, type ScriptedProvider } from '../fixtures/scripted-provider.js'
import { aLedgerEntry, aSender } from '../fixtures/sending-builders.js'

type Adapters = Omit<ConstructorParameters<typeof FinishMessage>[0], 'provider'> & ConstructorParameters<typeof Once>[0]

export type BroadcastingGiven = {
  readonly account?: Partial<Account>
  readonly sender?: Partial<Sender>
  readonly provider?: ScriptedProvider
  readonly directory?: CarrierDirectory
  /** The number of SMS credits. */
  readonly credits?: number
  /** How many numbers have opted in. */
  readonly members?: number
}

const FROM = '+12025550100'

/** The phone number of the nth member, counted from 0. */
export function memberNumber(n: number): PhoneNumber {
  return `+1303${5_550_000 + n}` as PhoneNumber
}

/** An account with numbers that have opted in, and with everything that a broadcast needs to complete. */
export async function broadcastingFixture<A extends Adapters>(adapters: A, given: BroadcastingGiven = {}) {
  const { provider = scriptedProvider(), directory = ONE_CARRIER, credits: granted = 1_000, members = 150 } = given
  const { unitOfWork, clock, timer, ids, secrets } = adapters
  const fixture = await accountFixture(adapters, given.account)
  const { account, run } = fixture
  const phones = Array.from({ length: members }, (_, n) => memberNumber(n))
  await run(async (stores) => {
    await stores.consents.save(phones.map((phone) => aConsent({ account: account.id, phone, activeGroups: 1 })))
    await stores.senders.put(aSender({ account: account.id, number: FROM, ...given.sender }))
    if (granted > 0) await stores.credits.post(account.id, [aLedgerEntry({ account: account.id, amount: granted })])
  })
  const once = new Once({ unitOfWork, clock, timer })
  const start = new StartBroadcast({ unitOfWork, clock, ids, secrets, once })
  const failures: JobFailure[] = []
  const worker = () => broadcastWorker({ ...adapters, provider, directory })
  const work = async () => {
    const one = worker()
    const lane = { jobsMax: 16, onFailure: (failure: JobFailure) => void failures.push(failure) }
    for (let begun = 1; begun > 0;) {
      begun = 0
      for (const name of JOB_LANES) begun += await one.execute({ ...lane, lane: name })
    }
  }
  const input: StartBroadcastInput = {
    kind: 'broadcast',
    account,
    from: FROM,
    body: 'Hello',
    mediaUrl: null,
    recipients: { phones, keys: null, bodies: null, mediaUrls: null },
    idempotencyKey: null,
  }
  const name = (id: string) => ({ account, kind: kindOf(id), id })
  return {
    ...fixture,
    ...adapters,
    provider,
    from: FROM,
    phones,
    failures,
    start: (one: Partial<StartBroadcastInput> = {}) => start.execute({ ...input, ...one }),
    /** Runs due jobs until none are left. */
    work,
    worker,
    read: (id: string) => new ReadBroadcast({ unitOfWork }).execute(name(id)),
    cancel: (id: string) => new CancelBroadcast({ unitOfWork, clock, ids }).execute(name(id)),
    pause: (id: string) => new PauseBroadcast({ unitOfWork, clock, ids }).execute(name(id)),
    resume: (id: string) => new ResumeBroadcast({ unitOfWork, clock }).execute(name(id)),
    retry: (id: string) => new RetryBroadcast({ unitOfWork, clock, ids, secrets }).execute(name(id)),
    messages: (id: string, query: Partial<Parameters<ListBroadcastMessages['execute']>[0]> = {}) =>
      new ListBroadcastMessages({ unitOfWork, clock }).execute({
        ...name(id),
        page: 1,
        limit: 100,
        status: null,
        ...query,
      }),
    credits: () => new ReadCredits({ unitOfWork }).execute({ account }),
    optOutNumber: (phone: PhoneNumber) => fixture.optOut(phone, NOW),
  }
}

type WorkerAdapters = Adapters & { readonly provider: ScriptedProvider; readonly directory: CarrierDirectory }

function broadcastWorker(adapters: WorkerAdapters): RunDueJobs {
  const deliverEvents = { execute: () => Promise.reject(new Error('No event leaves the outbox of this fixture')) }
  return new RunDueJobs({
    ...adapters,
    finishMessage: new FinishMessage(adapters),
    dispatchChunk: new DispatchChunk(adapters),
    runOccurrence: new RunOccurrence(adapters),
    startSend: new StartSend(adapters),
    watchCanary: new WatchCanary(adapters),
    deliverEvents,
    runImport: new RunImport(adapters),
  })
}

function kindOf(id: string): StartBroadcastInput['kind'] {
  return id.startsWith('bat') ? 'batch' : 'broadcast'
}

/** A directory in which all numbers belong to one carrier. */
export const ONE_CARRIER: CarrierDirectory = {
  lookUp: async (phones) => phones.map(() => ({ name: 'Bell', lineType: 'mobile' })),
}
