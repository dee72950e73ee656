import { jobIdOf } from '../../values/ids.js'
import type { ClaimedJobOf, Job } from '../jobs/job.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

export type DeliveryJob = ClaimedJobOf<'deliver-events'>

/** The one job that delivers to the endpoint, in the lane that is right for it. */
export function deliveryJob(
  { id, account, isSlow }: Pick<WebhookEndpoint, 'id' | 'account' | 'isSlow'>,
  runAt: Date,
): Job {
  const lane = isSlow ? 'slow-webhooks' : 'webhooks'
  return { kind: 'deliver-events', payload: { endpoint: id }, id: jobIdOf(id), account, lane, runAt }
}
