import type { CarrierConnection, Submission } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { submitEach } from '../http/submit-each.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { checkTwilio } from './check.js'
import { authorizationOf, secretsOf } from './credentials.js'
import { twilioDirectory } from './directory.js'
import { messageForms } from './message-form.js'
import { twilioOutcome } from './outcome.js'
import { TWILIO_LOOKUP_URL, TWILIO_URL, type TwilioSettings } from './settings.js'
import { twilioWebhooks } from './webhooks.js'

/**
 * Twilio's Messages API. It recognises no repeated submission and cannot be asked for one: what is unknown is resolved
 * by a receipt, which has the reference in its URL.
 */
export function twilio(settings: TwilioSettings, context: CarrierContext): CarrierConnection {
  const { baseUrl = TWILIO_URL, lookupBaseUrl = TWILIO_LOOKUP_URL, connections = CONNECTIONS_DEFAULT } = settings
  const authorization = authorizationOf(settings)
  const http = new HttpClient({ baseUrl, connections })
  const lookups = settings.lookUp === true ? new HttpClient({ baseUrl: lookupBaseUrl, connections }) : null
  const secrets = [...secretsOf(settings), authorization.split(' ')[1]]

  const formOf = messageForms(settings, context.receiptUrl)
  const path = `/2010-04-01/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

  const submitOne = async (message: Submission, deadlineMs: number) => {
    const request = { method: 'POST' as const, path, headers, body: formOf(message) }
    return twilioOutcome(await http.exchange(request, deadlineMs), secrets)
  }
  return bounded({
    provider: {
      deduplicates: false,
      canBeAsked: false,
      submit: (messages, { deadlineMs }) => submitEach(messages, (message) => submitOne(message, deadlineMs)),
      find: async (references) => references.map(() => ({ kind: 'unknown' })),
    },
    webhooks: twilioWebhooks(settings),
    directory: lookups && twilioDirectory(lookups, authorization),
    check: (options) => checkTwilio(http, settings, context, options),
    optOuts: null,
    close: async () => {
      await Promise.all([http.close(), lookups?.close()])
    },
  })
}
