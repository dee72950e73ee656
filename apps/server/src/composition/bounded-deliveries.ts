import { construct, Tokens, type Token } from '@carillon/container'
import { DeliverEvents, type UnitOfWork } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { limitConcurrency } from './limit-concurrency.js'

/**
 * Hundreds of endpoints may have results to store at once. This limits their transactions; results that wait
 * share one transaction. Without the limit, other work would run out of connections: on two cores a
 * request waited for up to two seconds beside a hundred busy endpoints.
 */
const AT_ONCE_MAX = 3

const FewAtOnce: Token<UnitOfWork> = Symbol('FewAtOnce')

/** Load it after the use cases: it rebinds one of them. */
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
