import { createLazyRoute } from '@tanstack/react-router'
import { PageHeader } from '../../parts/page-header.js'
import { useAccount } from '../../shell/use-session.js'

export const overviewPage = createLazyRoute('/session/a/$account/')({ component: OverviewPage })

function OverviewPage() {
  const account = useAccount()
  return <PageHeader title="Overview" lead={account.name} />
}
