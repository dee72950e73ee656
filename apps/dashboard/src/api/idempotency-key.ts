/** A new key for a request that must take effect once, however often it is sent. Make it when the form opens. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}
