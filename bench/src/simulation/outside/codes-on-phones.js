import { parseReference } from '@carillon/core'
import { ONE_TIME_CODE, urlsIn } from './texts.js'

/** The link codes and one-time codes that phones got. */
export class CodesOnPhones {
  /** Link codes, by link. */
  #ofLinks = new Map()
  /** One-time codes, by message. */
  #oneTime = new Map()

  /** Collects the codes of a text. */
  read({ body, reference, to }) {
    for (const { link, code } of urlsIn(body)) {
      if (!this.#ofLinks.has(link)) this.#ofLinks.set(link, [])
      this.#ofLinks.get(link).push(code)
    }
    const [, code] = ONE_TIME_CODE.exec(body) ?? []
    const { account, id } = parseReference(reference)
    if (code !== undefined) this.#oneTime.set(id, { account, phone: to, code })
  }

  ofLink(link) {
    return this.#ofLinks.get(link) ?? []
  }

  /** The one-time codes that the phone got from the account, newest last. */
  oneTimeOf({ account, phone }) {
    const texts = [...this.#oneTime.values()]
    return texts.filter((text) => text.account === account && text.phone === phone).map(({ code }) => code)
  }

  /** Whether a phone got the one-time code of the message. */
  hasOneTimeOf(message) {
    return this.#oneTime.has(message)
  }
}
