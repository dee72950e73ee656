export {
  undiciWebhookSender,
  type UndiciWebhookSender,
  type UndiciWebhookSenderOptions,
} from './undici-webhook-sender.js'
export { webhooksModule, type WebhooksModuleOptions } from './webhooks-module.js'
export type { ResolveName } from './resolve-name.js'
