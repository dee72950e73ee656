import { request } from 'undici'

/** A text from a phone to a number of an account; a server must handle it. */
export async function writeText({ dispatcher, pick, service }, { from, to, body }) {
  const response = await request(`${pick(service.urls)}/sim/inbound`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to, body }),
  })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new Error(`the text ${body} got the response ${response.statusCode} ${text}`)
}

/** The kinds of texts that the service sends, by their wording. */
export function kindOf({ body }) {
  const found = Object.entries(WORDINGS).find(([, wording]) => wording.test(body))
  if (found === undefined) throw new Error(`a text of no known kind was sent: ${body}`)
  return found[0]
}

const WORDINGS = {
  code: /^\d{6} is your code/,
  confirmation: /: Reply YES to confirm/,
  help: /: Reply STOP to get no more/,
  stop: /: You have opted out/,
  sent: /^The campaign sends /,
}
