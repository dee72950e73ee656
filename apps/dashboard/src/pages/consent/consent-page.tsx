import { Stack } from '@mantine/core'
import { createLazyRoute } from '@tanstack/react-router'
import { DaysControl } from '../../parts/days-control.js'
import { PageHeader } from '../../parts/page-header.js'
import { useAccount } from '../../shell/use-session.js'
import { ConsentByDay } from './consent-by-day.js'
import { FormTexts } from './form-texts.js'
import { PendingConfirmations } from './pending-confirmations.js'

export const consentPage = createLazyRoute('/session/a/$account/consent')({ component: ConsentPage })

function ConsentPage() {
  const { timezone } = useAccount()
  const { days = 30, cursor } = consentPage.useSearch()
  const navigate = consentPage.useNavigate()
  return (
    <>
      <PageHeader
        title="Consent"
        lead={`Who opts in and out and how, by day in ${timezone}`}
        actions={
          <DaysControl
            days={days}
            onChange={(search) => void navigate({ search: { ...search, ...(cursor && { cursor }) } })}
          />
        }
      />
      <Stack gap="lg" className="in-order">
        <ConsentByDay days={days} />
        <PendingConfirmations
          cursor={cursor}
          onCursor={(next) =>
            void navigate({ search: (now) => ({ ...(now.days && { days: now.days }), ...(next && { cursor: next }) }) })
          }
        />
        <FormTexts />
      </Stack>
    </>
  )
}
