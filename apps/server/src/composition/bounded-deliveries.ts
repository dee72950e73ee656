import { construct, Tokens, type Token } from '@carillon/container'
import { DeliverEvents, type UnitOfWork } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { limitConcurrency } from './limit-concurrency.js'

/**
 * Hundreds of endpoints may have results to store at once. This limits their transactions; waiting results
 * share one transaction. Without the limit, other work would run out of connections: on two cores with a
 * hundred busy endpoints, a request waited for up to two seconds.
 */
const AT_ONCE_MAX = 3

const FewAtOnce: Token<UnitOfWork> = Symbol('FewAtOnce')

/** Load this module after the use cases, because it rebinds one of them. */
export const boundedDeliveriesModule = new ContainerModule(({ bind, rebind }) => {
  bind(FewAtOnce).toResolvedValue((all: UnitOfWork) => limitConcurrency(all, AT_ONCE_MAX), [Tokens.unitOfWork])
  rebind(DeliverEvents)
    .toResolvedValue(
      ...construct(DeliverEvents, {
        unitOfWork: FewAtOnce,
        clock: Tokens.clock,
        chance: Tokens.chance,
        secrets: Tokens.secrets,
        webhookSender: Tokens.webhookSender,
      }),
    )
    .inSingletonScope()
})
