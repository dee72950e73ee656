import type { ConsentView, FormEvidence, LoggedConsent, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { membershipsResponse } from '../contacts/contacts.js'
import { phoneOf } from '../input/path.js'

export function consentRoutes({ readConsent }: Pick<UseCases, 'readConsent'>): Route[] {
  return [
    {
      method: 'get',
      path: '/contacts/by-phone/:phoneNumber/consent',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        res.json(consentResponse(await readConsent.execute({ account: accountOf(res), phone: phoneOf(req) })))
      },
    },
  ]
}

/** Also used by the consent proof. */
export function consentResponse(consent: ConsentView) {
  return {
    state: consent.state,
    ...membershipsResponse(consent),
    optedOutAt: consent.optedOutAt ?? undefined,
    providerOptOuts: consent.providerOptOuts,
    log: consent.log.map(changeResponse),
  }
}

/** Also used by the timeline. `undefined` fields are omitted from the JSON. */
export function changeResponse({ id, at, action, reason, by, group, text, form }: LoggedConsent) {
  return { id, at, action, reason, by, group: group ?? undefined, text: text ?? undefined, form: formResponse(form) }
}

function formResponse(form: FormEvidence | null) {
  if (form === null) return undefined
  const { version, address, agent } = form
  return { version, address: address ?? undefined, agent: agent ?? undefined }
}
