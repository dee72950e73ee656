import { EVENT_TYPES } from '@carillon/core'

const LONG_URL = `https://example.com/${'x'.repeat(2_029)}`
const URL_EXPECTED =
  'must be an absolute http or https URL of at most 2048 characters, without a user name or password: deliveries are signed instead'
const ONE_OF = `must be one of ${EVENT_TYPES.join(', ')}`

/** Invalid fields of a new or changed webhook, each with the path of the fault and the message. */
export const WEBHOOK_FAULTS = [
  [{ url: 1 }, 'url', 'must be a string, got number'],
  [{ url: null }, 'url', 'must be a string, got null'],
  [{ url: '' }, 'url', URL_EXPECTED],
  [{ url: 'ftp://example.com' }, 'url', URL_EXPECTED],
  [{ url: 'https://exa mple.com' }, 'url', URL_EXPECTED],
  [{ url: LONG_URL }, 'url', URL_EXPECTED],
  [{ url: 'https://user:password@example.com' }, 'url', URL_EXPECTED],
  [{ url: 'http://user@example.com/hook' }, 'url', URL_EXPECTED],
  [{ url: 'https://@example.com' }, 'url', URL_EXPECTED],
  [{ events: [] }, 'events', 'must have 1 to 100 entries, got 0'],
  [{ events: null }, 'events', 'must be an array, got null'],
  [{ events: 'message.sent' }, 'events', 'must be an array, got string'],
  [{ events: ['message.sent', 'message.read'] }, 'events[1]', `${ONE_OF}, got "message.read"`],
  [{ events: ['webhook.test'] }, 'events[0]', `${ONE_OF}, got "webhook.test"`],
  [{ events: [null] }, 'events[0]', 'must be a string, got null'],
  [{ events: Array.from({ length: 101 }, () => 'message.sent') }, 'events', 'must have 1 to 100 entries, got 101'],
] as const
