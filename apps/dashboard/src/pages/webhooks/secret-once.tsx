import { ShownOnce } from '../../parts/shown-once.js'

/** The secret that signs the requests. */
export function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce what="secret" value={secret}>
      Your server checks the signature of each request with it, as Standard Webhooks describes. It is not shown again.
    </ShownOnce>
  )
}
