import type { Result } from '../../api/operation.js'
import { isBatch } from '../../parts/text/broadcast-title.js'

/** A broadcast, or a batch: a separate text for each person. Their operations have the same shapes. */
export type BroadcastView = Result<'/accounts/{account}/messaging/broadcast/{broadcastId}', 'get'>

/** The path of an operation of one broadcast or batch, which the id tells apart. */
export function broadcastPath<const Rest extends string = ''>(id: string, rest: Rest = '' as Rest) {
  const kind = isBatch(id) ? 'batch' : 'broadcast'
  return `/accounts/{account}/messaging/${kind}/{broadcastId}${rest}` as `/accounts/{account}/messaging/broadcast/{broadcastId}${Rest}`
}
