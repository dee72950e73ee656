/** The texts that carriers answer themselves. Of any other text, only Carillon can see that it is a request to stop. */
const KEYWORDS = new Set([
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  ...['START', 'UNSTOP', 'YES'],
  ...['HELP', 'INFO'],
])

/** Whether a carrier has answered a text, if it answers keywords but does not say which texts it answered. */
export function isCarrierKeyword(body: string): boolean {
  return KEYWORDS.has(body.trim().toUpperCase())
}
