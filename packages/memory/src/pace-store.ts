import { paceWindowMs, placesAt, type AccountId, type PaceStore, type TurnWanted } from '@carillon/core'
import { SERVICE, type Tables } from './tables.js'

export class MemoryPaceStore implements PaceStore {
  constructor(private readonly tables: Pick<Tables, 'paces' | 'senders'>) {}

  async take({ account, sender, id, wanted, now, until }: TurnWanted) {
    const rate = this.rateOf(account, sender)
    if (rate === null) return { taken: wanted, nextAt: now }
    const running = this.turnsOf(account, sender).filter(({ untilMs }) => untilMs > now.getTime())
    const before = running.find((turn) => turn.id === id)
    const places = Math.min(wanted, placesAt(running, rate, now).free)
    const isNew = before === undefined && places > 0
    const turns = isNew ? [...running, { id, places, untilMs: until.getTime() }] : running
    if (isNew) this.tables.paces.put({ account, sender, turns })
    return { taken: before?.places ?? places, nextAt: placesAt(turns, rate, now).nextAt }
  }

  async end({ account, sender, id, at }: Parameters<PaceStore['end']>[0]) {
    const rate = this.rateOf(account, sender)
    if (rate === null) return
    const untilMs = at.getTime() + paceWindowMs(rate)
    const turns = this.turnsOf(account, sender).map((turn) => (turn.id === id ? { ...turn, untilMs } : turn))
    this.tables.paces.put({ account, sender, turns })
  }

  private turnsOf(account: AccountId, sender: string) {
    return this.tables.paces.get(account, sender)?.turns ?? []
  }

  private rateOf(account: AccountId, number: string): number | null {
    const sender = this.tables.senders.get(SERVICE, number)
    return sender?.account === account ? sender.messagesPerSecond : null
  }
}
