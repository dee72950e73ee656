import {
  ApplyAccount,
  CancelBroadcast,
  CancelSchedule,
  ChangeSchedule,
  ChangeWebhook,
  CreateContact,
  CreateSchedule,
  DeliverEvents,
  DispatchChunk,
  EnterCode,
  ExportBroadcastMessages,
  FinishMessage,
  FollowLink,
  GrantCredits,
  JoinGroup,
  LeaveGroup,
  ListBroadcastMessages,
  ListSends,
  Once,
  PauseBroadcast,
  ReadBroadcast,
  ReadOptInForm,
  ReadSchedule,
  ReceiveInbound,
  ReceiveReceipt,
  RecomputeSchedules,
  RelayEvents,
  RemoveWebhook,
  ReplayEvents,
  RequestCode,
  ResendCode,
  ResumeBroadcast,
  RetryJob,
  RetryBroadcast,
  RotateWebhookSecret,
  RunDueJobs,
  RunImport,
  RunOccurrence,
  SendMessage,
  StartBroadcast,
  StartBroadcastForAudience,
  StartSend,
  WatchCanary,
  TestWebhook,
  TrimExpired,
} from '@carillon/core'
import { FAULTS, InjectedFault, never } from './faults.js'

/** The maximum deviation of a process's clock. */
export const CLOCK_SKEW_MAX_MS = 100

/**
 * One run of a process, from its start to its death: new use cases over ports that fail at random. After its death,
 * none of its pending calls resolves.
 */
export function createLife(world, { name, onDeath }) {
  const life = {
    name,
    isAlive: true,
    /** The spans in which the process was stalled. */
    stalls: [],
    die() {
      if (!life.isAlive) return
      life.isAlive = false
      world.trace.say(`${name} died`)
      onDeath()
    },
  }
  const through = (place, call) => throughFaults(world, life, { place, call })
  const ports = crashingPorts(world, life, through)
  /** A new use case for each job, so that the claim of every post is known. */
  const deliverEvents = {
    execute(claimed) {
      const { fence } = claimed
      const post = (...given) => through('provider', () => world.posts(...given, { life, fence }))
      return new DeliverEvents({ ...ports, webhookSender: { post } }).execute(claimed)
    },
  }
  return Object.assign(life, { useCases: useCasesOf({ ports, deliverEvents }, through) })
}

/** Every use case that an actor may call, by its name. */
function useCasesOf({ ports, deliverEvents }, through) {
  const once = new Once(ports)
  const job = (useCase) => ({ execute: (claimed) => through('job', () => useCase.execute(claimed)) })
  const together = (useCase) => ({ executeTogether: (all) => through('job', () => useCase.executeTogether(all)) })
  const runOccurrence = new RunOccurrence(ports)
  return {
    applyAccount: new ApplyAccount(ports),
    sendMessage: new SendMessage({ ...ports, once }),
    startBroadcast: new StartBroadcast({ ...ports, once }),
    startBroadcastForAudience: new StartBroadcastForAudience({ ...ports, once }),
    pauseBroadcast: new PauseBroadcast(ports),
    resumeBroadcast: new ResumeBroadcast(ports),
    retryJob: new RetryJob(ports),
    cancelBroadcast: new CancelBroadcast(ports),
    retryBroadcast: new RetryBroadcast(ports),
    readBroadcast: new ReadBroadcast(ports),
    listBroadcastMessages: new ListBroadcastMessages(ports),
    exportBroadcastMessages: { execute: (input) => allOf(new ExportBroadcastMessages(ports).execute(input)) },
    createSchedule: new CreateSchedule({ ...ports, once }),
    changeSchedule: new ChangeSchedule(ports),
    cancelSchedule: new CancelSchedule(ports),
    readSchedule: new ReadSchedule(ports),
    listSends: new ListSends(ports),
    recomputeSchedules: new RecomputeSchedules(ports),
    receiveInbound: new ReceiveInbound(ports),
    receiveReceipt: new ReceiveReceipt(ports),
    createContact: new CreateContact(ports),
    joinGroup: new JoinGroup(ports),
    leaveGroup: new LeaveGroup(ports),
    readOptInForm: new ReadOptInForm(ports),
    requestCode: new RequestCode(ports),
    resendCode: new ResendCode(ports),
    enterCode: new EnterCode(ports),
    followLink: new FollowLink(ports),
    grantCredits: new GrantCredits(ports),
    trimExpired: new TrimExpired(ports),
    changeWebhook: new ChangeWebhook(ports),
    rotateWebhookSecret: new RotateWebhookSecret(ports),
    testWebhook: new TestWebhook(ports),
    replayEvents: new ReplayEvents(ports),
    removeWebhook: new RemoveWebhook(ports),
    relayEvents: new RelayEvents(ports),
    runDueJobs: new RunDueJobs({
      ...ports,
      finishMessage: job(new FinishMessage(ports)),
      dispatchChunk: job(new DispatchChunk(ports)),
      runOccurrence: { ...job(runOccurrence), ...together(runOccurrence) },
      startSend: job(new StartSend(ports)),
      watchCanary: job(new WatchCanary(ports)),
      deliverEvents: job(deliverEvents),
      runImport: job(new RunImport(ports)),
    }),
  }
}

async function allOf(steps) {
  const all = []
  for await (const step of steps) all.push(...step)
  return all
}

function crashingPorts(world, life, through) {
  const { chance, clock, ids, secrets } = world.adapters
  const skewMs = world.dice.between(-CLOCK_SKEW_MAX_MS, CLOCK_SKEW_MAX_MS)
  const stores = storesWith((call) => withinUnit(world, life, call))
  const run = (work) =>
    through('unit', ({ undo = false } = {}) =>
      world.records.run((plain) => work(stores(plain)), { undo, mayCommit: () => life.isAlive, by: life.name }),
    )
  const ownClock = { now: () => new Date(clock.now().getTime() + skewMs) }
  return {
    chance,
    ids,
    secrets,
    clock: ownClock,
    timer: { wait: (durationMs) => through('timer', () => world.pass(durationMs)) },
    unitOfWork: { run, runOne: run },
    directory: {
      lookUp: (phones, options) => through('provider', () => world.directory.lookUp(phones, options)),
    },
    provider: world.provider.connect({ clock: ownClock, through: (call) => through('provider', call) }),
  }
}

/** Makes a call with random faults. The call of a dead process never resolves. */
async function throughFaults(world, life, { place, call }) {
  if (!life.isAlive) return never()
  const fault = faultAt(world, life, place)
  try {
    const result = await (fault === null ? call() : fault.strike({ world, life, call }))
    return life.isAlive ? result : never()
  } catch (error) {
    if (life.isAlive) throw error
    return never()
  }
}

/** If a process dies within a unit of work, its connection breaks, which rolls the unit back. */
async function withinUnit(world, life, call) {
  if (life.isAlive) await faultAt(world, life, 'store')?.strike({ world, life, call })
  if (!life.isAlive) throw new InjectedFault('the process is dead')
  return call()
}

const FAULTS_AT = Object.fromEntries(
  ['unit', 'store', 'provider', 'job', 'timer'].map((place) => [
    place,
    FAULTS.filter(({ places }) => places.includes(place)),
  ]),
)

function faultAt({ dice, trace, isCalm }, life, place) {
  if (isCalm) return null
  const fault = FAULTS_AT[place].find(({ likelihood }) => dice.hits(likelihood)) ?? null
  if (fault !== null && !fault.isSilent) trace.say(`${life.name}: ${fault.name}`)
  return fault
}

/** The stores, with each method called through `enter`. */
function storesWith(enter) {
  const wrapped = new WeakMap()
  return (stores) => {
    if (!wrapped.has(stores)) {
      wrapped.set(stores, Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, wrap(store, enter)])))
    }
    return wrapped.get(stores)
  }
}

/** An object with the methods of the store, without a `Proxy`, because a store is called very often. */
function wrap(store, enter) {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(store)).filter((name) => name !== 'constructor')
  return Object.fromEntries(methods.map((name) => [name, (...given) => enter(() => store[name](...given))]))
}
