import { endTurn, takeTurn, type AccountId, type PaceStore, type PlacesTaken, type TurnWanted } from '@carillon/core'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryPaceStore implements PaceStore {
  constructor(private readonly tables: Pick<Tables, 'paces' | 'senders'>) {}

  async take({ account, sender, ...asked }: TurnWanted): Promise<PlacesTaken> {
    const rate = this.rateOf(account, sender)
    if (rate === null) return { taken: asked.wanted, nextAt: asked.now, isPaced: false }
    const { turns, taken, nextAt } = takeTurn(this.turnsOf(account, sender), rate, asked)
    this.tables.paces.put({ account, sender, turns })
    return { taken, nextAt, isPaced: true }
  }

  async end({ account, sender, id, at }: Parameters<PaceStore['end']>[0]) {
    const rate = this.rateOf(account, sender)
    if (rate === null) return
    this.tables.paces.put({ account, sender, turns: endTurn(this.turnsOf(account, sender), rate, { id, at }) })
  }

  private turnsOf(account: AccountId, sender: string) {
    return this.tables.paces.get(account, sender)?.turns ?? []
  }

  private rateOf(account: AccountId, number: string): number | null {
    const sender = this.tables.senders.get(SERVICE, number)
    return sender?.account === account ? sender.messagesPerSecond : null
  }
}
