import { parseTypedNumber, type OptInForm, type PhoneNumber } from '@carillon/core'
import type { RequestHandler, Response } from 'express'
import { contextOf, recordAccount } from '../api/context.js'
import { formGroupOf, typedFields } from './form-request.js'
import type { OptInFormUseCases } from './form-use-cases.js'
import { sendPage, type Fault } from './page.js'
import type { CodeCounts } from './code-counts.js'
import { challengeOf, workBitsIn } from './proof-of-work.js'
import { refusalOf, requiredWork } from './refusal.js'
import { startPage, TRAP_NAME, type TypedStart } from './start-page.js'

type StartUseCases = Pick<OptInFormUseCases, 'readOptInForm' | 'requestCode'>

/** Shows the page of a group, and handles its form. */
export function startHandlers(
  { readOptInForm, requestCode }: StartUseCases,
  count: CodeCounts,
): Record<'show' | 'post', RequestHandler> {
  const show: RequestHandler = async (req, res) => {
    const form = await readOptInForm.execute({ group: formGroupOf(req) })
    recordAccount(res, form.account.id)
    sendStartPage(res, 200, { form, action: pathOf(req.baseUrl, form), typed: null, faults: [], proof: null })
  }

  const post: RequestHandler = async (req, res) => {
    const group = formGroupOf(req)
    const field = await typedFields(req)
    const typed = { phone: field('phone'), isAgreed: field('consent') === 'yes' }
    const version = Number(field('version'))
    const form = await readOptInForm.execute({ group })
    recordAccount(res, form.account.id)
    const action = pathOf(req.baseUrl, form)
    const isChanged = version !== form.version
    const phone = parseTypedNumber(typed.phone, form.country)
    if (phone === null || !typed.isAgreed || isChanged) {
      const faults = [...phoneFaults(typed, phone), ...consentFaults(typed, isChanged)]
      const page = { form, action, typed: agreedTo(typed, isChanged), faults, proof: null }
      return sendStartPage(res, isChanged ? 409 : 422, page)
    }
    const work = { group, phone, nowMs: Date.now() }
    const request = { group, version, phone, address: req.ip ?? '', agent: req.get('User-Agent') || null }
    const isBot = field(TRAP_NAME) !== ''
    try {
      const workBits = workBitsIn(field('proof'), work)
      const entry = await requestCode.execute({ ...request, isBot, workBits, onOutcome: count.outcome })
      res.status(303).location(`${action}/${entry}`).end()
    } catch (error) {
      count.refusal(error, contextOf(res))
      const bits = requiredWork(error)
      if (bits !== null) {
        const proof = { challenge: challengeOf(work), bits }
        return sendStartPage(res, 429, { form, action, typed, faults: [], proof })
      }
      const { status, headers, message, field: faulty = null } = refusalOf(error)
      // Read the form again: the request may have been refused because the text has just changed.
      const present = await readOptInForm.execute({ group })
      const faults = status === 409 ? consentFaults(typed, true) : [{ field: faulty, message }]
      const page = { form: present, action, typed: agreedTo(typed, status === 409), faults, proof: null }
      sendStartPage(res.set(headers), status, page)
    }
  }

  return { show, post }
}

function sendStartPage(res: Response, status: number, page: Parameters<typeof startPage>[0]) {
  sendPage(res, status, startPage(page))
}

function pathOf(base: string, { group }: OptInForm): string {
  return `${base}/${group.id}`
}

function phoneFaults({ phone }: TypedStart, parsed: PhoneNumber | null): readonly Fault[] {
  if (parsed !== null) return []
  const message =
    phone.trim() === '' ? 'Enter your phone number.' : 'Enter a full phone number, such as +1 202 555 0123.'
  return [{ field: 'phone', message }]
}

function consentFaults({ isAgreed }: TypedStart, isChanged: boolean): readonly Fault[] {
  const message = isChanged
    ? 'The text that you agree to has changed since you opened this page. Read it again, and tick the box if you agree.'
    : 'Tick the box to agree: no texts are sent without your consent.'
  return isChanged || !isAgreed ? [{ field: 'consent', message }] : []
}

/** A checked box applies only to the text that was shown with it. */
function agreedTo({ phone, isAgreed }: TypedStart, isChanged: boolean): TypedStart {
  return { phone, isAgreed: isAgreed && !isChanged }
}
