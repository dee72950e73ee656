import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../parts/state/empty-state.js'

/** In place of the figures of days on which nothing happened. */
export function NothingYet() {
  return (
    <EmptyState
      title="Nothing was sent on these days"
      action={
        <Button renderRoot={(props) => <Link {...props} from="/a/$account" to="/a/$account/compose" />}>
          Compose a message
        </Button>
      }
      curl={{
        method: 'POST',
        path: '/messaging/message',
        body: { from: '+12025550100', to: '+12025550123', body: 'Your table is ready.' },
      }}
    >
      What you send, what is delivered, and who answers, clicks or opts out is counted here day by day.
    </EmptyState>
  )
}
