import { parseReference } from '@carillon/core'
import { ONE_TIME_CODE, urlsIn } from './texts.js'

/** What came to phones that somebody can follow or enter. */
export class CodesOnPhones {
  /** By the link. */
  #ofLinks = new Map()
  /** One-time codes, by their message. */
  #oneTime = new Map()

  /** Whatever is in the text. */
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

  /** Those that came to the phone from the account, the newest last. */
  oneTimeOf({ account, phone }) {
    const texts = [...this.#oneTime.values()]
    return texts.filter((text) => text.account === account && text.phone === phone).map(({ code }) => code)
  }

  /** Whether the message has brought a one-time code to a phone. */
  hasOneTimeOf(message) {
    return this.#oneTime.has(message)
  }
}
