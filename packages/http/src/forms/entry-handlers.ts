import type { AccountId, FormEntryId, GroupId } from '@carillon/core'
import type { Request, RequestHandler, Response } from 'express'
import { contextOf, recordAccount } from '../api/context.js'
import type { CodeCounts } from './code-counts.js'
import { entryPage } from './entry-page.js'
import { formEntryOf, formGroupOf, typedFields } from './form-request.js'
import type { OptInFormUseCases } from './form-use-cases.js'
import { sendPage } from './page.js'
import { counted, refusalOf, tooEarly, type FormRefusal } from './refusal.js'

type EntryUseCases = Pick<OptInFormUseCases, 'readFormEntry' | 'enterCode' | 'resendCode'>

/** Shows the page of a form entry, and handles its forms. */
export function entryHandlers(
  { readFormEntry, enterCode, resendCode }: EntryUseCases,
  count: CodeCounts,
): Record<'show' | 'post' | 'resend' | 'leave', RequestHandler> {
  const show: RequestHandler = async (req, res) => {
    const view = await readFormEntry.execute(givenBy(req, res))
    sendPage(res, 200, entryPage({ ...placesOf(req), view, typed: '', faults: [], isResent: 'resent' in req.query }))
  }

  /** Shows the current state of the entry, which may have changed since the refused request. */
  const refuse = async (req: Request, res: Response, { status, headers, message, typed = null }: Refused) => {
    const view = await readFormEntry.execute(givenBy(req, res))
    if (view.state === 'confirmed') return toEntry(req, res)
    const faults = [{ field: typed === null ? null : 'code', message }]
    const page = entryPage({ ...placesOf(req), view, typed: typed ?? '', faults, isResent: false })
    sendPage(res.set(headers), status, page)
  }

  const post: RequestHandler = async (req, res) => {
    const given = givenBy(req, res)
    const typed = (await typedFields(req))('code')
    const code = typed.normalize('NFKC').replace(/[\s-]+/g, '')
    if (!SIX_DIGITS.test(code)) {
      const message = code === '' ? 'Enter the code.' : 'Enter the six digits of the code, and nothing else.'
      return refuse(req, res, { ...FAULT, message, typed })
    }
    const entered = await enterCode.execute({ ...given, code, onEntered: count.entered })
    if (entered.kind === 'confirmed') return toEntry(req, res)
    const left = entered.kind === 'wrong' ? entered.attemptsLeft : 0
    const message = `This is not the code in the newest text. You have ${counted(left, 'attempt')} left.`
    return refuse(req, res, { ...FAULT, message, typed })
  }

  const resend: RequestHandler = async (req, res) => {
    try {
      const resent = await resendCode.execute({ ...givenBy(req, res), onOutcome: count.outcome })
      switch (resent.kind) {
        case 'sent':
          return toEntry(req, res, '?resent')
        case 'confirmed':
          return toEntry(req, res)
        case 'too-soon':
          return await refuse(req, res, tooEarly(secondsOf(resent.waitMs), 'A code was sent less than a minute ago.'))
        case 'expired':
        case 'spent':
          return await refuse(req, res, { ...FAULT, message: 'No further code can be sent.' })
      }
    } catch (error) {
      count.refusal(error, contextOf(res))
      await refuse(req, res, refusalOf(error))
    }
  }

  /** After a refusal the browser shows the URL of the POST; a GET of that URL redirects to the entry. */
  const leave: RequestHandler = (req, res) => toEntry(req, res)

  return { show, post, resend, leave }
}

function givenBy(req: Request, res: Response) {
  return { ...idsOf(req), onAccountFound: (account: AccountId) => recordAccount(res, account) }
}

type Refused = FormRefusal & {
  /** Null when the refusal does not concern the submitted code. */
  readonly typed?: string | null
}

const SIX_DIGITS = /^\d{6}$/
const FAULT = { status: 422, headers: {} }

function idsOf(req: Request): { readonly group: GroupId; readonly entry: FormEntryId } {
  return { group: formGroupOf(req), entry: formEntryOf(req) }
}

function placesOf(req: Request) {
  const { group, entry } = idsOf(req)
  const start = `${req.baseUrl}/${group}`
  return { start, action: `${start}/${entry}` }
}

function toEntry(req: Request, res: Response, query = '') {
  res
    .status(303)
    .location(`${placesOf(req).action}${query}`)
    .end()
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}
