import { expect, test } from '@jest/globals'
import type { Compliance } from '../../model/accounts/account.js'
import type { ContactFacts } from '../../model/contacts/contact.js'
import { checkedRendererOf } from './checked-renderer.js'
import { compileBody } from '../../model/templates/compiled-body.js'

const LINK = 'go.acme.com/sale'
const POLICY: Compliance = { blockedPhrases: ['lottery'], blockPublicShorteners: true, helpText: null }

/** What becomes of a body for a contact, and the links whose code was requested. */
function render(body: string, contact: Partial<ContactFacts>, { code = 'A1b2C3d4E5', policy = POLICY } = {}) {
  const compiled = compileBody(body, { links: new Set([LINK]) })
  const links: string[] = []
  const urlOf = (link: string) => {
    links.push(link)
    return `https://${link}/${code}`
  }
  const context = { fields: [], today: '2026-03-01' }
  const result = checkedRendererOf(compiled, context, policy)({ contact: contact as ContactFacts, urlOf })
  return { result, links }
}

test('a text with an allowed value is rendered as usual', () => {
  const { result } = render(`{{contact_first_name}}: {{trackingLink "${LINK}"}}`, { firstName: 'Ann' })
  expect(result).toMatchObject({ text: `Ann: https://${LINK}/A1b2C3d4E5`, measure: { segments: 1 } })
})

test('a text that a value makes a violation is blocked, and no link is created for it', () => {
  const { result, links } = render(`{{trackingLink "${LINK}"}} {{contact_first_name}}`, { firstName: 'Lottery' })
  const offset = `https://${LINK}/A1b2C3d4E5 `.length
  expect(result).toEqual({ blockedBy: { reason: 'blocked_phrase', phrase: 'lottery', offset } })
  expect(links).toEqual([])
})

test('the random code of a link is not checked', () => {
  const body = `{{trackingLink "${LINK}"}} {{contact_first_name}}`
  const { result } = render(body, { firstName: 'Ann' }, { code: 'xLotteryYz' })
  expect(result).toMatchObject({ text: `https://${LINK}/xLotteryYz Ann` })
})

test('a text without values of a contact is not checked again', () => {
  expect(render('lottery {{current_date}}', {}).result).toMatchObject({ text: 'lottery 03/01/2026' })
})

test('an account without a content policy allows every value', () => {
  const policy = { ...POLICY, blockedPhrases: [], blockPublicShorteners: false }
  expect(render('{{contact_first_name}}', { firstName: 'bit.ly/x' }, { policy }).result).toMatchObject({
    text: 'bit.ly/x',
  })
})
