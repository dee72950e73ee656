import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { describeDueDeliveries } from './delivery-due.contract.js'
import { describeFanOut } from './delivery-fan-out.contract.js'
import { describeListedDeliveries } from './delivery-list.contract.js'
import { describeDeliveriesOfErased } from './delivery-of-erased.contract.js'
import { describeReplay } from './delivery-replay.contract.js'
import { describeSettledDeliveries } from './delivery-settle.contract.js'
import { describeTrimmedDeliveries } from './delivery-trim.contract.js'

export function describeDeliveryStore(open: OpenTestAdapters) {
  describeFanOut(open)
  describeDueDeliveries(open)
  describeSettledDeliveries(open)
  describeListedDeliveries(open)
  describeDeliveriesOfErased(open)
  describeReplay(open)
  describeTrimmedDeliveries(open)
}
