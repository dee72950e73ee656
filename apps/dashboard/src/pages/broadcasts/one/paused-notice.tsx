import { Alert, Text } from '@mantine/core'
import type { BroadcastView } from '../broadcast-path.js'
import { pauseWords } from './pause-words.js'

/** Tells why a limit has paused the broadcast. Somebody has to decide then. */
export function PausedNotice({ broadcast: { pausedBecause } }: { readonly broadcast: BroadcastView }) {
  const words = pauseWords(pausedBecause)
  if (words === null) return null
  return (
    <Alert color="orange" title="Paused: somebody has to decide" mb="lg" role="status">
      <Text size="sm">{words.why}</Text>
      <Text size="sm">{words.next}</Text>
    </Alert>
  )
}
