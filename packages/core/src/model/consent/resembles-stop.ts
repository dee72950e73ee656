import { exactKeywordOf } from './keyword.js'
import { phraseTable } from './phrase-table.js'
import { LISTS } from './stop-forms.js'
import { stopWordingOf } from './stop-wording.js'
import { clausesOf, keyOf, type Word } from './words.js'

/**
 * Whether a text that is no keyword may still ask to opt out, so that the operator should read it: it has a phrase of
 * `SIGNS`, in a text of any length, unless that phrase is part of a phrase of `HARMLESS`.
 */
export function resemblesStop(body: string): boolean {
  const clauses = clausesOf(body)
  if (exactKeywordOf(body) !== null || stopWordingOf(clauses) !== null) return false
  const words = clauses.flatMap(({ words }) => words.flatMap(partsOf))
  if (words.length === 0) return STOP_EMOJI.test(body)
  return hasSign(words) || isSpelledOut(words)
}

/** "stop-all" is two words here. */
function partsOf({ text }: Word): readonly Word[] {
  return text.split('-').map((part) => ({ text: part, key: keyOf(part) }))
}

function hasSign(words: readonly Word[]): boolean {
  for (let at = 0; at < words.length;) {
    const harmlessUntil = Math.max(0, ...harmless.endsAt(words, at))
    if (harmlessUntil === 0 && signs.endsAt(words, at).length > 0) return true
    at = Math.max(at + 1, harmlessUntil)
  }
  return false
}

/** "S T O P" and "ST.OP", also with digits. */
function isSpelledOut(words: readonly Word[]): boolean {
  if (words.length > LETTERS_MAX) return false
  return SPELLED_OUT.has(
    words
      .map(({ text }) => text)
      .join('')
      .replace(/\p{N}/gu, ''),
  )
}

const SPELLED_OUT: ReadonlySet<string> = new Set(['stop', 'stopall', 'unsubscribe', 'optout'])
const LETTERS_MAX = 'unsubscribe'.length

const STOP_EMOJI = /[\u{1f6d1}\u{1f6ab}\u{26d4}\u{270b}\u{1f595}]/u

const SIGN_LISTS = {
  ...LISTS,
  ASKING: `stop, stopping, unsubscribe, unsub, opt out, opt me out, remove me, remove my number, take me off, cancel, quit,
    unsubscribing, end it`,
  NEVER:
    'cant, cannot, could not, couldnt, dont, do not, did not, didnt, wont, will not, doesnt, never, not, no need to',
}

const SIGNS = `
  stop, stop2, stopal, UNSUBSCRIBE, unsubscribed, unsubscribing, opt out, optout, opt ME out, opted out, opting out,
  REMOVE me, REMOVE us, REMOVE MINE from THE? LIST, REMOVE all of my information, take me off, take us off,
  take MINE off, get me off, leave me alone, leave us alone, lose my number, lose this number, forget my number,
  no more TEXTS, quit TEXTING, quit sending, cease, desist, NOT CONTACT ME, dont text, do not text, NOT send ME,
  NOT_WANT THESE? KIND? TEXTS, NOT_WANT to GET, revoke, withdraw my consent, no consent, wrong number, spam, spamming,
  harassing, harassment, never signed up, did not sign up, didnt sign up, CANCEL THESE? TEXTS, CANCEL my? subscription,
  report you, reporting you, reported, block you, blocking you, blocked, lawyer, attorney, sue you, lawsuit, fcc, ftc,
  tcpa, fuck you, fuck off, piss off, go away, screw you, ARRETEZ, DESABONNER, desabonnement, me DESABONNER, ne me contactez,
  ne menvoyez, retirez moi, parar, dar de baja, darme de baja, DENME de baja, no mas MENSAJES, no me MANDEN,
  no me ESCRIBAN, no quiero mas? MENSAJES, no quiero recibir, DEJEN molestar, DEJEN mandarme, DEJEN enviarme,
  dejenme en paz, quitenme, borren mi numero`

const HARMLESS = `
  NEVER to? ASKING, bus stop, train stop, subway stop, next stop, last stop, first stop, pit stop, rest stop, truck stop,
  tour stop, one stop, full stop, door stop, whistle stop, non stop, start stop, stop sign, stop signs, stop light,
  stop lights, stop watch, stop loss, stop payment, stop by, stop in, stop over, stop at THE, stop on THE, stop off,
  a stop on, a stop at, stop for gas, stop for lunch, stop and get, stop and think, stop here, stop there, what stop,
  which stop, my stop, stop lying, stop playing, stop crying, stop worrying, stop smoking, stop laughing, stop being so,
  stop over thinking, stop overthinking, sans arret, prochain arret, arret de bus,
  arret maladie, narretez pas, ne tarrete pas, sin parar, no parar, no puedo parar`

const signs = phraseTable(SIGNS, SIGN_LISTS)
const harmless = phraseTable(HARMLESS, SIGN_LISTS)
