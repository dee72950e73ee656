export const WEB_URL_LENGTH_MAX = 2_048

/** An absolute http or https URL by its form: whether its host can be a name, only a resolver knows. */
export function isWebUrl(text: string): boolean {
  return text.length <= WEB_URL_LENGTH_MAX && FORM.test(text)
}

const USER = String.raw`(?:[^/?#\\]*@)?`
const HOST = String.raw`(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\<>^|]+)`
const PORT = String.raw`(?::\d{0,5})?`
const REST = String.raw`(?:[/?#\\].*)?`
const FORM = new RegExp(`^https?://${USER}${HOST}${PORT}${REST}$`, 'is')
