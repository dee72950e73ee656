import type { OpenTestAdapters } from '../../fixtures/account-fixture.js'
import { describeAccept } from './accept.contract.js'
import { describeAcceptMany } from './accept-many.contract.js'
import { describeSendFacts } from './send-facts.contract.js'
import { describeSendObstacles } from './send-obstacles.contract.js'
import { describeKeptReceipts } from './settle-kept-receipts.contract.js'
import { describeSettle, describeSettleGathered } from './settle.contract.js'
import { singleSendStoreFixture } from './single-send-store-fixture.js'

export function describeSingleSendStore(open: OpenTestAdapters) {
  for (const way of ['run', 'runOne'] as const) {
    const openFixture = () => singleSendStoreFixture(open, way)
    describeAccept(openFixture, way)
    describeAcceptMany(openFixture, way)
    describeSendObstacles(openFixture, way)
    describeSettle(openFixture, way)
  }
  describeSendFacts(() => singleSendStoreFixture(open))
  describeKeptReceipts(() => singleSendStoreFixture(open))
  describeSettleGathered(() => singleSendStoreFixture(open, 'runOne'))
}
