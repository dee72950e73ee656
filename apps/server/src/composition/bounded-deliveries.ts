import { construct, Tokens, type Token } from '@carillon/container'
import { DeliverEvents, type UnitOfWork } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { limitConcurrency } from './limit-concurrency.js'

/**
 * Hundreds of endpoints may have something to be stored at once. They take turns, and answers that come meanwhile go
 * into one transaction: what they are short of is never a connection, but everybody else would be. On two cores a
 * request that met a hundred busy endpoints waited for up to two seconds without this.
 */
const AT_ONCE_MAX = 3

const FewAtOnce: Token<UnitOfWork> = Symbol('FewAtOnce')

/** Loaded behind the use cases, of which it puts one in its place. */
export const boundedDeliveriesModule = new ContainerModule(({ bind, rebind }) => {
  bind(FewAtOnce).toResolvedValue((all: UnitOfWork) => limitConcurrency(all, AT_ONCE_MAX), [Tokens.UnitOfWork])
  rebind(DeliverEvents)
    .toResolvedValue(
      ...construct(DeliverEvents, {
        unitOfWork: FewAtOnce,
        clock: Tokens.Clock,
        chance: Tokens.Chance,
        secrets: Tokens.Secrets,
        webhookSender: Tokens.WebhookSender,
      }),
    )
    .inSingletonScope()
})
