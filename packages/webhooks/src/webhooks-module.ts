import { Tokens } from '@carillon/container'
import type { Clock } from '@carillon/core'
import { ContainerModule } from 'inversify'
import {
  undiciWebhookSender,
  type UndiciWebhookSender,
  type UndiciWebhookSenderOptions,
} from './undici-webhook-sender.js'

export type WebhooksModuleOptions = Pick<UndiciWebhookSenderOptions, 'allowPrivate' | 'allowHint'>

/** Binds the sender. A clock must be bound separately. Unbinding closes the connections. */
export function webhooksModule(options: WebhooksModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind<UndiciWebhookSender>(Tokens.webhookSender)
      .toResolvedValue((clock: Clock) => undiciWebhookSender({ ...options, clock }), [Tokens.clock])
      .inSingletonScope()
      .onDeactivation((sender) => sender.close())
  })
}
