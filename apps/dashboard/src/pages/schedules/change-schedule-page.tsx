import { Anchor, Alert } from '@mantine/core'
import { createLazyRoute, Link } from '@tanstack/react-router'
import { PageHeader } from '../../parts/page-header.js'
import { QueryView } from '../../parts/state/query-view.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { ScheduleForm } from './one/schedule-form.js'
import { useNextOccurrences, useSchedule } from './use-schedules.js'

export const changeSchedulePage = createLazyRoute('/session/a/$account/schedules/$schedule/change')({
  component: ChangeSchedulePage,
})

function ChangeSchedulePage() {
  const { id: account } = useAccount()
  const { schedule: id } = changeSchedulePage.useParams()
  const navigate = changeSchedulePage.useNavigate()
  const reason = useRole().reasonAgainst('sender')
  const schedule = useSchedule(account, id)
  const next = useNextOccurrences(account, id)
  const back = () => void navigate({ to: '/a/$account/schedules/$schedule', params: { account, schedule: id } })
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to="/a/$account/schedules/$schedule" params={{ account, schedule: id }} />
        )}
      >
        Back to the schedule
      </Anchor>
      <PageHeader
        title="Change schedule"
        lead="Changes apply from the next text on. What is being sent goes on as it is."
      />
      <QueryView query={schedule}>
        {(one) =>
          reason !== undefined || one.status === 'ended' ? (
            <Alert color="orange" title="This schedule cannot be changed">
              {reason ?? 'It has ended. Write a new one.'}
            </Alert>
          ) : (
            <QueryView query={next}>
              {({ results: [first] }) => (
                <ScheduleForm key={id} account={account} schedule={one} next={first?.wallClock} onDone={back} />
              )}
            </QueryView>
          )
        }
      </QueryView>
    </>
  )
}
