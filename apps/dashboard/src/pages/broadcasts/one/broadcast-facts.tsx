import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Facts } from '../../../parts/facts.js'
import { Panel } from '../../../parts/panel.js'
import { formatCount } from '../../../parts/text/count.js'
import { TimeText } from '../../../parts/time/time-text.js'
import { canaryChoiceOf, canaryWords } from '../../../parts/timing/canary.js'
import { isBatch } from '../../../parts/text/broadcast-title.js'
import { SenderLink } from '../../../shell/page-links/sender-link.js'
import { TemplateLink } from '../../../shell/page-links/template-link.js'
import { useSimulatedPhones } from '../../../shell/simulated-phones.js'
import type { BroadcastView } from '../broadcast-path.js'

export type BroadcastFactsProps = { readonly account: string; readonly broadcast: BroadcastView }

/** The text as it was written, and what else was asked for. */
export const BroadcastFacts = memo(function BroadcastFacts({ account, broadcast }: BroadcastFactsProps) {
  const { id, body, mediaUrl, template, totalRecipients, scheduleId, createdAt, startedAt, completedAt } = broadcast
  const { from, pool, canary, expiresAt } = broadcast
  const phones = useSimulatedPhones()
  return (
    <Panel title="Message">
      <Stack gap="md">
        {isBatch(id) ? (
          <Text size="sm" c="dimmed">
            Each person gets a text of their own. The list of people shows them.
          </Text>
        ) : (
          body !== '' && (
            <Paper bg="var(--received)" radius="lg" p="sm">
              <Text size="sm" className="message-text" dir="auto">
                {body}
              </Text>
            </Paper>
          )
        )}
        <Facts
          facts={[
            ['From', <SenderLink account={account} from={from} pool={pool} />],
            ['To', `${formatCount(totalRecipients)} ${totalRecipients === 1 ? 'person' : 'people'}`],
            ...(mediaUrl === undefined ? [] : ([['Media', <MediaLink url={mediaUrl} />]] as const)),
            ...(template === undefined
              ? []
              : ([['Template', <TemplateLink account={account} {...template} />]] as const)),
            ...(scheduleId === undefined
              ? []
              : ([['Schedule', <ScheduleLink account={account} id={scheduleId} />]] as const)),
            ['Created', <TimeText at={createdAt} />],
            ['Started', <TimeText at={startedAt} />],
            ['Completed', <TimeText at={completedAt} />],
            ...(canary === undefined ? [] : ([['Test', canaryWords(canaryChoiceOf(canary))]] as const)),
            ...(expiresAt === undefined ? [] : ([['Stops', <TimeText at={expiresAt} />]] as const)),
          ]}
        />
        {phones !== null && startedAt !== undefined && (
          <Anchor size="sm" {...phones}>
            See it on the simulated phones
          </Anchor>
        )}
      </Stack>
    </Panel>
  )
})

function MediaLink({ url }: { readonly url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
      {url}
    </Anchor>
  )
}

function ScheduleLink({ account, id }: { readonly account: string; readonly id: string }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to="/a/$account/schedules/$schedule" params={{ account, schedule: id }} />
      )}
    >
      The schedule that sends it
    </Anchor>
  )
}
