import type { FoldedText, FoldedTexts } from './folded-text.js'

export type FoundShortener = { readonly host: string; readonly offset: number }

/** The first link of a public shortener in the text, as written or as seen. */
export function findShortener({ written, seen }: FoldedTexts): FoundShortener | null {
  return findIn(written) ?? (seen === written ? null : findIn(seen))
}

function findIn({ text, offsetAt }: FoldedText): FoundShortener | null {
  if (!mayContainShortener(text)) return null
  for (const match of text.matchAll(LINK)) {
    const [, withScheme, bare = '', email] = match
    const host = shortenerOf(withScheme ?? bare)
    if (email === undefined && host !== null) return { host, offset: offsetAt(match.index) }
  }
  return null
}

/** A quick check of the label before and after each dot, because most texts with a dot have no link of a shortener. */
function mayContainShortener(text: string): boolean {
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    let [start, end] = [dot, dot + 1]
    while (isAsciiAlphanumeric(text.charCodeAt(start - 1))) start--
    while (isAsciiAlphanumeric(text.charCodeAt(end))) end++
    if (PUBLIC_SHORTENERS.has(text.slice(start, end).toLowerCase())) return true
  }
  return false
}

/** Of folded text, which is in upper case. */
function isAsciiAlphanumeric(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
}

/** The shortener that the host or a domain above it belongs to: `bit.ly` for `www2.bit.ly`, not for `mybit.ly`. */
function shortenerOf(labels: string): string | null {
  const host = labels.toLowerCase().replace(/[-_]+$/, '')
  const domain = host.split('.').slice(-2).join('.')
  return PUBLIC_SHORTENERS.has(domain) ? domain : null
}

const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}_-]*`
const SCHEME = String.raw`(?<![A-Z0-9])[A-Z][A-Z0-9+.-]*:[/\\]{2,}(?:[^\s/\\?#@]*@)?`
const NO_SCHEME = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}_.+-]@(?:[\p{L}\p{N}_-]+\.)*)`
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
 * the sender. Hosts where only one company shortens its own links (`amzn.to`, `youtu.be`) are not in the list. Each has
 * two labels.
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
