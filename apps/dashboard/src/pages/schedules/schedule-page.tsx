import { Anchor, Grid, Stack, Text } from '@mantine/core'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { Facts } from '../../parts/facts.js'
import { PageHeader } from '../../parts/page-header.js'
import { Panel } from '../../parts/panel.js'
import { QueryView } from '../../parts/state/query-view.js'
import { scheduleTitleOf } from '../../parts/schedule-title.js'
import { StatusBadge } from '../../parts/text/status-badge.js'
import { TimeText } from '../../parts/time/time-text.js'
import { timingOfSchedule } from '../../parts/timing/timing-of-schedule.js'
import { timingWords } from '../../parts/timing/timing-words.js'
import { SenderLink } from '../../shell/page-links/sender-link.js'
import { TemplateLink } from '../../shell/page-links/template-link.js'
import { useAccount } from '../../shell/use-session.js'
import { OccurrenceList } from './occurrence-list.js'
import { ScheduleActions } from './one/schedule-actions.js'
import { SendsPanel } from './one/sends-panel.js'
import { Recipients } from './recipients.js'
import { STATE_WORDS } from './schedule-state.js'
import { useNextOccurrences, useSchedule, type Schedule } from './use-schedules.js'

export const schedulePage = createLazyRoute('/session/a/$account/schedules/$schedule')({ component: SchedulePage })

function SchedulePage() {
  const { id: account } = useAccount()
  const { schedule: id } = schedulePage.useParams()
  const { page } = schedulePage.useSearch()
  const navigate = schedulePage.useNavigate()
  const schedule = useSchedule(account, id)
  return (
    <>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/schedules" params={{ account }} />}>
        All schedules
      </Anchor>
      <QueryView query={schedule}>
        {(one) => (
          <>
            <PageHeader
              title={scheduleTitleOf(one)}
              lead={<StatusBadge tone={STATE_WORDS[one.status].tone}>{STATE_WORDS[one.status].word}</StatusBadge>}
              actions={<ScheduleActions account={account} schedule={one} />}
            />
            <Grid gap="md">
              <Grid.Col span={{ base: 12, lg: 7 }}>
                <Stack className="in-order">
                  {one.status !== 'ended' && <NextPanel account={account} schedule={one} />}
                  <SendsPanel
                    account={account}
                    scheduleId={id}
                    timezone={one.schedule.timezone}
                    page={page}
                    onPage={(next) => void navigate({ search: next === undefined ? {} : { page: next } })}
                  />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 5 }}>
                <ScheduleFacts account={account} schedule={one} />
              </Grid.Col>
            </Grid>
          </>
        )}
      </QueryView>
    </>
  )
}

type OneProps = { readonly account: string; readonly schedule: Schedule }

function NextPanel({ account, schedule: { id, status } }: OneProps) {
  const next = useNextOccurrences(account, id)
  return (
    <Panel title="Next texts">
      <QueryView query={next}>
        {({ results }) => (
          <Stack gap="sm">
            {status === 'paused' && (
              <Text size="sm" c="var(--doubtful)">
                The schedule is paused: texts whose time passes before it is resumed are not sent.
              </Text>
            )}
            <OccurrenceList
              account={account}
              label="Next texts"
              occurrences={results.map((one) => ({ ...one, scheduleId: id, scheduleStatus: 'active' as const }))}
              isOfOneDay={false}
            />
          </Stack>
        )}
      </QueryView>
    </Panel>
  )
}

function ScheduleFacts({ account, schedule }: OneProps) {
  const { body, template, from, pool, createdAt, updatedAt, schedule: timetable } = schedule
  return (
    <Panel title="What is sent">
      <Facts
        facts={[
          ['Text', <ScheduleText account={account} body={body} template={template} />],
          ['From', <SenderLink account={account} from={from} pool={pool} />],
          ['To', <Recipients schedule={schedule} />],
          ['When', timingWords(timingOfSchedule(schedule))],
          ['Zone', timetable.timezone],
          ['Created', <TimeText at={createdAt} />],
          ['Changed', <TimeText at={updatedAt} />],
        ]}
      />
    </Panel>
  )
}

/** The text, or the template whose newest version each send has. */
function ScheduleText({ account, body, template }: Pick<OneProps, 'account'> & Pick<Schedule, 'body' | 'template'>) {
  if (template !== undefined) return <TemplateLink account={account} id={template.id} />
  return (
    <Text span size="sm" className="message-text" dir="auto">
      {body}
    </Text>
  )
}
