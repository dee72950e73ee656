import { DomainError } from '../../values/errors.js'
import { indexOfUnsendable } from '../../values/text/text.js'
import type { Compliance } from '../accounts/account.js'
import { foldText, type FoldedText } from './folded-text.js'

/** Refuses a body that cannot be sent as text, or that the account or the carriers do not allow. */
export function checkContent(body: string, compliance: Compliance): void {
  const at = indexOfUnsendable(body)
  if (at >= 0) throw unsupported(body, at)
  const { blockedPhrases, blockPublicShorteners } = compliance
  if (blockedPhrases.length === 0 && !blockPublicShorteners) return
  const folded = foldText(body)
  checkPhrases(folded, blockedPhrases)
  if (blockPublicShorteners) checkLinks(folded)
}

function unsupported(body: string, at: number): DomainError {
  const codePoint = `U+${body.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')}`
  const offset = [...body.slice(0, at)].length
  return new DomainError(
    'unsupported-characters',
    `The body contains ${codePoint} after ${offset} characters: expected text without control characters (other than LF, ` +
      'CR and TAB), lone surrogates or noncharacters',
    { codePoint, offset },
  )
}

function checkPhrases({ text, offsetAt }: FoldedText, phrases: readonly string[]): void {
  for (const [i, folded] of foldedPhrases(phrases).entries()) {
    const at = folded === '' ? -1 : text.indexOf(folded)
    if (at < 0) continue
    const [phrase, offset] = [phrases[i]!, offsetAt(at)]
    throw new DomainError(
      'compliance-violation',
      `The body contains the blocked phrase ${JSON.stringify(phrase)} after ${offset} characters`,
      { reason: 'blocked_phrase', phrase, offset },
    )
  }
}

/** The phrases of a list are folded only once, because a batch checks thousands of bodies against the same list. */
const FOLDED = new WeakMap<readonly string[], readonly string[]>()

function foldedPhrases(phrases: readonly string[]): readonly string[] {
  const known = FOLDED.get(phrases)
  if (known !== undefined) return known
  const folded = phrases.map((phrase) => foldText(phrase).text.trim())
  FOLDED.set(phrases, folded)
  return folded
}

function checkLinks({ text, offsetAt }: FoldedText): void {
  if (!text.includes('.')) return
  for (const match of text.matchAll(LINK)) {
    const [, withScheme, bare = '', email] = match
    if (email !== undefined || !PUBLIC_SHORTENERS.has(hostOf(withScheme ?? bare))) continue
    const [host, offset] = [hostOf(withScheme ?? bare), offsetAt(match.index)]
    throw new DomainError(
      'compliance-violation',
      `The body contains a link of the public shortener ${host} after ${offset} characters: expected links on a domain ` +
        'of your own',
      { reason: 'public_shortener', host, offset },
    )
  }
}

function hostOf(labels: string): string {
  const host = labels.toLowerCase().replace(/[-_]+$/, '')
  return host.startsWith('www.') ? host.slice('www.'.length) : host
}

const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}_-]*`
const SCHEME = String.raw`(?<![A-Z0-9])[A-Z][A-Z0-9+.-]*:[/\\]{2,}(?:[^\s/\\?#@]*@)?`
const NO_SCHEME = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}_.+-]@)`
/** Email addresses are matched and discarded afterwards: a lookahead would backtrack through every shorter host. */
const EMAIL = String.raw`([\p{L}\p{N}_.+-]*@)?`
/**
 * A link that phones recognize in a text. It is matched as a whole: a host name in its path or query is not a separate
 * link.
 * Without a scheme the host has a dot, begins where a word begins, and is not part of an email address.
 */
const LINK = new RegExp(
  String.raw`(?:${SCHEME}(${LABEL}(?:\.${LABEL})*)|${NO_SCHEME}(${LABEL}(?:\.${LABEL})+)${EMAIL})` +
    String.raw`\.?(?::\d+)?(?:[/\\?#]\S*)?`,
  'gu',
)

/**
 * Hosts where anybody may shorten a link. Carriers filter texts with such links, because the host does not identify
 * the sender. Hosts where only one company shortens its own links (`amzn.to`, `youtu.be`) are not in the list.
 */
const PUBLIC_SHORTENERS: ReadonlySet<string> = new Set(
  `
  1pt.co 2.gp 7.ly 9qr.de acortar.link adf.ly adfoc.us b.link bc.vc bit.do bit.ly bitly.com bitly.ws bl.ink budurl.com
  buff.ly chilp.it clck.ru cli.gs clicky.me clk.sh cort.as cutt.ly cutt.us dlvr.it dub.co dub.sh dwz.cn exe.io
  fur.ly gestyy.com gg.gg gl.am goo.gl goo.su han.gl ht.ly hyperurl.co is.gd j.mp kutt.it linkvertise.com lihi.cc
  lnkd.in lnnk.in lurl.cc mcaf.ee me2.do merky.de moourl.com n9.cl ouo.io ouo.press ow.ly picsee.io po.st ppt.cc pse.is
  qps.ru qr.ae qr.net rb.gy rebrand.ly reurl.cc rotf.lol s.id sh.st short.cm short.gy short.io shorte.st shorter.me
  shorturl.asia shorturl.at shorturl.com shorturl.gg shrinkme.io shrtco.de smarturl.it sn.im snip.ly snipurl.com soo.gd
  su.pr suo.im surl.li t.co t.ly t1p.de t2m.io tiny.cc tiny.ie tiny.one tiny.pl tinylink.net tinyurl.com tinyurl.is
  tinu.be tny.im tr.im trib.al twurl.nl u.to url.ie urlr.me urlz.fr v.gd v.ht vk.cc vo.la vzturl.com x.co x.gd
  zi.ma zpr.io zzb.bz
  `
    .trim()
    .split(/\s+/),
)
