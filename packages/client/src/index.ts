export { Carillon, type CarillonOptions } from './carillon.js'
export { CarillonAdmin, type CarillonAdminOptions } from './carillon-admin.js'
export { CarillonError, type CarillonErrorReason, type ErrorDetails } from './carillon-error.js'
export type { CallOptions, ClientOptions, Sleep } from './client-options.js'
export type { components, paths } from './openapi.js'
export type { AnswerOf, InputOf, Page, Schema } from './requests/operation.js'
export type { CursorPage, CursorPages } from './requests/cursor-pages.js'
export type { Pages } from './requests/pages.js'
export {
  verifyWebhook,
  WebhookVerificationError,
  type ReceivedWebhook,
  type WebhookEvent,
  type WebhookFault,
} from './verify-webhook.js'
