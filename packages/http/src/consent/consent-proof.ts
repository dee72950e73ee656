import type { ConsentProof, Message, UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { phoneOf } from '../input/path.js'
import { consentResponse } from './consent.js'
import { PROOF_PAGE_POLICY, proofPage } from './proof-page/proof-page.js'

export function consentProofRoutes({ readConsentProof }: Pick<UseCases, 'readConsentProof'>): Route[] {
  return [
    {
      method: 'get',
      path: '/contacts/by-phone/:phoneNumber/consent/proof',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        sendProof(req, res, await readConsentProof.execute({ account: accountOf(res), phone: phoneOf(req) }))
      },
    },
  ]
}

/** Sends a page if the client prefers HTML, or else JSON. */
export function sendProof(req: Request, res: Response, proof: ConsentProof): void {
  res.vary('Accept')
  if (!prefersPage(req)) {
    res.json(proofResponse(proof))
    return
  }
  const name = `consent-${proof.phone.slice(1)}.html`
  res.set({ 'Content-Security-Policy': PROOF_PAGE_POLICY, 'Content-Disposition': `inline; filename="${name}"` })
  res.type('text/html').send(proofPage(proof))
}

/** The media types, with and without the charset. */
const OFFERED = ['application/json', 'text/html', 'text/html;charset=utf-8']

function prefersPage(req: Request): boolean {
  return (req.accepts(OFFERED) || '').startsWith('text/html')
}

function proofResponse(proof: ConsentProof) {
  const { account, phone, generatedAt, mayBeTexted, logCount, formTexts, messageCount, messagesSent, isComplete } =
    proof
  return {
    account: { id: account.id, name: account.name, timezone: account.timezone },
    phoneNumber: phone,
    generatedAt,
    mayBeTexted,
    ...consentResponse(proof),
    logCount,
    formTexts: formTexts.map(({ version, text, since }) => ({ version, text, since })),
    messages: proof.messages.map(messageResponse),
    messageCount,
    messagesKeptDays: proof.messagesKeptDays ?? undefined,
    messagesSent: {
      count: messagesSent.count,
      firstAt: messagesSent.firstAt ?? undefined,
      lastAt: messagesSent.lastAt ?? undefined,
    },
    complete: isComplete,
  }
}

/** Includes the purpose of the message, because only the purpose shows why the message is evidence. */
function messageResponse({ id, direction, purpose, from, to, body, status, sentAt, createdAt }: Message) {
  return { id, direction, purpose, from, to, body, status, sentAt: sentAt ?? undefined, createdAt }
}
