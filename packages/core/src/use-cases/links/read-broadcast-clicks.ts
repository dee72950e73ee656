import type { BroadcastLink } from '../../model/links/click-totals.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { theBroadcast, type BroadcastName } from '../broadcasts/read-broadcast.js'

export type BroadcastClicksView = {
  readonly recipients: number
  readonly recipientsWhoClicked: number
  /** By link, also those that nobody followed. */
  readonly links: readonly BroadcastLink[]
}

/** How the tracking links of a broadcast or batch were followed. */
export class ReadBroadcastClicks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute(name: BroadcastName): Promise<BroadcastClicksView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await theBroadcast(stores, name)
      const { recipients, links } = await stores.clicks.ofBroadcast(broadcast)
      return { recipients: broadcast.total, recipientsWhoClicked: recipients, links }
    })
  }
}
