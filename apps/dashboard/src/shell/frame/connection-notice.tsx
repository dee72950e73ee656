import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'

/** A connection that is renewed at once is no news. */
const PATIENCE_MS = 5_000

/** Says that the page does not update at present. */
export function ConnectionNotice({ isLive }: { readonly isLive: boolean }) {
  const [wasLive] = useDebouncedValue(isLive, PATIENCE_MS)
  if (isLive || wasLive) return null
  return (
    <Alert color="orange" role="status" mb="md" py="xs">
      The connection is interrupted, so this page does not update. It continues by itself as soon as the service
      responds.
    </Alert>
  )
}
