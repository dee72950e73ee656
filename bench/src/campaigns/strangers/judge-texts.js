import { CODES_TO_SHARED_NUMBER, SHARED_NUMBER } from './codes.js'
import { exactly, upTo } from './figure.js'
import { SILENT_CONTACTS, askedNumber } from './keywords.js'
import { kindOf } from './texting.js'
import { ELSEWHERE } from './world.js'

/** What the provider was given, against the limits of texts that no API key requested. */
export function judgeTexts(submitted, { accounts, numbersAsked }) {
  const texts = submitted.map((text) => ({ ...text, kind: kindOf(text) }))
  const ofKind = (kind) => texts.filter((text) => text.kind === kind)
  const bySender = Object.fromEntries(
    accounts.map(({ name, from }) => [name, texts.filter((text) => text.from === from)]),
  )
  const [open, tight, quota] = accounts
  const codesOfOpen = ofKind('code').filter(({ from }) => from === open.from)
  const owned = new Set(accounts.map(({ from }) => from))
  const asked = accounts.flatMap((account) =>
    Array.from({ length: numbersAsked }, (_, n) => ({ from: account.from, to: askedNumber(account, n) })),
  )
  const isAsked = new Set(asked.map(pairOf))
  const askedOfOpen = asked.filter(({ from }) => from === open.from)
  const confirmations = ofKind('confirmation')
  const elsewhere = new Set(ELSEWHERE)
  const writers = open.phones.slice(SILENT_CONTACTS)
  const stopReplies = ofKind('stop').filter(({ from, to }) => from === open.from && writers.includes(to))
  return [
    exactly('HELP replies to one number, most', 3, mostBy(ofKind('help'), pairOf)),
    reached('texts to strangers of Tight', tight.settings.serviceTexts.perHour, strangersIn(bySender.Tight)),
    exactly('texts of Quota in a day', quota.settings.dailyMessageQuota, mostBy(bySender.Quota, dayOf)),
    upTo('texts to strangers of Open', 1_000, strangersIn(bySender.Open)),
    exactly('texts to numbers of the service', 0, texts.filter(({ to }) => owned.has(to)).length),
    exactly('texts to premium numbers and abroad', 0, texts.filter(({ to }) => elsewhere.has(to)).length),
    exactly('confirmations to one number, most', 1, mostBy(confirmations, pairOf)),
    exactly('confirmations of Open', askedOfOpen.length, confirmations.filter(({ from }) => from === open.from).length),
    exactly('confirmations to others', 0, confirmations.filter((text) => !isAsked.has(pairOf(text))).length),
    exactly('replies to STOP of Open', writers.length, stopReplies.length),
    upTo('replies to STOP to one number, most', 1, mostBy(ofKind('stop'), pairOf)),
    exactly(
      'codes of Open to one number, most',
      5,
      mostBy(codesOfOpen, ({ to }) => to),
    ),
    exactly(
      'codes of Open to one prefix, most',
      20,
      mostBy(codesOfOpen, ({ to }) => to.slice(0, -4)),
    ),
    upTo('codes of all accounts to one number', 10, ofKind('code').filter(({ to }) => to === SHARED_NUMBER).length),
  ]
}

/**
 * A code that is withheld because other accounts texted the number at the same moment also counts against the limit,
 * so slightly fewer texts are possible.
 */
function reached(what, limit, seen) {
  return { ...upTo(what, limit, seen), holds: seen <= limit && seen > limit - CODES_TO_SHARED_NUMBER }
}

/** All but those that the account sent with its key. */
function strangersIn(texts) {
  return texts.filter(({ kind }) => kind !== 'sent').length
}

function mostBy(texts, key) {
  const counts = new Map()
  for (const text of texts) counts.set(key(text), (counts.get(key(text)) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

function dayOf({ submittedAt }) {
  return submittedAt.slice(0, 10)
}

function pairOf({ from, to }) {
  return `${from} ${to}`
}
