import type { CarrierConnection, SmsProvider, SubmissionOutcome, InboundParts, SmscLinks } from '@carillon/core'
import type { BindCommand } from './codec/pdu.js'
import type { OnFailure } from './failures.js'
import { Deliveries } from './inbound/deliveries.js'
import { InboundTexts } from './inbound/inbound-texts.js'
import { memoryParts } from './inbound/memory-parts.js'
import { NewsQueue, type OnNews } from './news/news-queue.js'
import { idForms } from './receipts/receipt-ids.js'
import { Receipts } from './receipts/receipts.js'
import { BindChanges, type OnBind } from './session/bind-changes.js'
import { BindPool } from './session/bind-pool.js'
import { findingsOf } from './session/findings.js'
import { ReconnectingBind } from './session/reconnecting-bind.js'
import { TIMING, type Timing } from './session/timing.js'
import { faultsOfSmpp } from './settings/setting-faults.js'
import { withDefaults, type FullSettings, type SmppSettings } from './settings/smpp-settings.js'
import { LinkSaver } from './submit/link-saver.js'
import { submitText } from './submit/submit-text.js'
import { PartReferences } from './text/part-references.js'

export type SmppHooks = {
  /**
   * Stores receipts and inbound texts. The SMSC gets its answer when this resolves; if it rejects, the SMSC delivers
   * again. News can come more than once.
   */
  readonly onNews: OnNews
  readonly links: SmscLinks
  /** The parts of inbound texts; in the memory of this process if it is missing. */
  readonly parts?: InboundParts
  /** The time of day in milliseconds, for what is stored; the system clock if it is missing. */
  readonly now?: () => number
  /** Gets what could not be stored. */
  readonly onError?: OnFailure
  /** Gets what becomes of the binds. */
  readonly onBind?: OnBind
}

/** Connects to an SMSC at once and stays connected, until `close`. Throws if a setting is wrong. */
export function smpp(settings: SmppSettings, hooks: SmppHooks): CarrierConnection {
  return smppWith(settings, hooks, TIMING)
}

/** The part of a deadline that is kept for what follows the last answer. */
const MARGIN_MS = 50
/** The part of a deadline in which no text is begun. */
const ANSWER_MS = 1_000

/** With other times than the usual ones, for tests. */
export function smppWith(given: SmppSettings, hooks: SmppHooks, timing: Timing): CarrierConnection {
  const faults = faultsOfSmpp(given)
  if (faults.length > 0) throw new Error(`smpp: ${faults.join('; ')}`)
  const settings = withDefaults(given)
  const forms = idForms(settings.receiptIds)
  const news = new NewsQueue(hooks.onNews)
  const report = news.push.bind(news)
  const onError = guarded(hooks.onError)
  const receipts = new Receipts({ links: hooks.links, settings, forms, report, onError })
  const { now = Date.now } = hooks
  const parts = hooks.parts ?? memoryParts({ now })
  const texts = new InboundTexts({ parts, settings, partsMs: timing.partsMs, now, report, onError })
  const deliveries = new Deliveries({
    receiveText: (pdu) => texts.receive(pdu),
    receiveReceipt: (pdu) => receipts.receive(pdu),
    textAnswered: (pdu) => texts.answered(pdu),
    onError,
  })
  const saver = new LinkSaver({
    save: (links) => receipts.link(links),
    onLost: (error, count) => onError({ kind: 'links', error, count }),
    ...{ retryMs: timing.backoffMs, triesMax: 5, closeMs: timing.answerMs },
  })
  const changes = new BindChanges(guarded(hooks.onBind))
  const keepBound = (command: BindCommand, bind: number, onChange: () => void) =>
    new ReconnectingBind({
      ...{ target: settings, login: settings, command, window: settings.window, timing, onChange },
      onDeliver: (pdu) => deliveries.receive(pdu),
      onAnswered: (pdu) => deliveries.answered(pdu),
      onState: (state) => changes.note(bind, command, state),
    })
  const pool = new BindPool((onChange) =>
    bindCommands(settings).map((command, i) => keepBound(command, i + 1, onChange)),
  )
  const submitOptions = {
    ...{ settings, partReferences: new PartReferences(), idOf: forms.fromAnswer },
    submit: pool.submit.bind(pool),
    save: saver.save.bind(saver),
  }

  const inProgress = new Set<Promise<unknown>>()
  let isClosed = false
  // What fails here is tried again the next time.
  const sweep = async () => {
    const work = [receipts.reportLate(), texts.reportOverdue(), hooks.links.trim(), parts.trim()]
    for (const one of await Promise.allSettled(work)) {
      if (one.status === 'rejected') onError({ kind: 'sweep', error: one.reason as unknown })
    }
  }
  let sweeping: Promise<void> | null = null
  const sweeps = setInterval(() => {
    sweeping ??= sweep().finally(() => (sweeping = null))
  }, timing.sweepMs).unref()

  const provider: SmsProvider = {
    deduplicates: false,
    canBeAsked: false,
    async submit(messages, { deadlineMs }) {
      if (isClosed) return messages.map(() => UNREACHABLE)
      const deadlineAt = performance.now() + deadlineMs - MARGIN_MS
      const deadline = { deadlineAt, writeBy: deadlineAt - Math.min(ANSWER_MS, deadlineMs / 4) }
      const outcomes = Promise.all(messages.map((message) => submitText(message, deadline, submitOptions)))
      inProgress.add(outcomes)
      return outcomes.finally(() => inProgress.delete(outcomes))
    },
    find: async (references) => references.map(() => ({ kind: 'unknown' })),
  }

  return {
    provider,
    webhooks: null,
    directory: null,
    optOuts: null,
    async check({ deadlineMs }) {
      await pool.settled(deadlineMs)
      return findingsOf(pool.states, settings)
    },
    async close() {
      isClosed = true
      clearInterval(sweeps)
      await Promise.allSettled(inProgress)
      await pool.close()
      await saver.close()
    },
  }
}

const UNREACHABLE: SubmissionOutcome = { kind: 'try-later', afterMs: null, because: 'unreachable' }

/** A hook that throws must not end the work that it hears of. */
function guarded<T>(hook: ((value: T) => void) | undefined): (value: T) => void {
  return (value) => {
    try {
      hook?.(value)
    } catch {
      // There is nowhere to report this.
    }
  }
}

function bindCommands({ mode, binds }: FullSettings): readonly BindCommand[] {
  const commands =
    mode === 'transceiver' ? (['bind_transceiver'] as const) : (['bind_transmitter', 'bind_receiver'] as const)
  return Array.from({ length: binds }, () => commands).flat()
}
