import type { CarrierConnection } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bearerOf } from '../http/bearer.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { checkTelnyx } from './check.js'
import { telnyxDirectory } from './directory.js'
import { telnyxOptOuts } from './opt-outs.js'
import { telnyxProvider } from './provider.js'
import { BASE_URL, type TelnyxSettings } from './settings.js'
import { telnyxWebhooks } from './webhooks.js'

/** Throws if one of the keys cannot be right. */
export function telnyx(settings: TelnyxSettings, context: CarrierContext): CarrierConnection {
  const webhooks = telnyxWebhooks(settings)
  const http = new HttpClient({
    baseUrl: settings.baseUrl ?? BASE_URL,
    connections: settings.connections ?? CONNECTIONS_DEFAULT,
    headers: { authorization: bearerOf('Telnyx: apiKey', settings.apiKey), accept: 'application/json' },
  })
  return bounded({
    provider: telnyxProvider(http, settings, context),
    webhooks,
    directory: settings.lookUp === true ? telnyxDirectory(http) : null,
    check: (options) => checkTelnyx({ http, settings, context, ...options }),
    optOuts: () => telnyxOptOuts(http, settings.messagingProfileId),
    close: () => http.close(),
  })
}
