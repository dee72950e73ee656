import type { UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { accountNameOf, phoneOf } from '../input/path.js'
import { sendProof } from './consent-proof.js'

type ProofUseCases = Pick<UseCases, 'readAccount' | 'readConsentProof'>

export function consentProofRoutes({ readAccount, readConsentProof }: ProofUseCases): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:name/contacts/:phoneNumber/proof',
      handle: async (req, res) => {
        const phone = phoneOf(req)
        const account = await readAccount.execute({ name: accountNameOf(req) })
        sendProof(req, res, await readConsentProof.execute({ account, phone }))
      },
    },
  ]
}
