import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../shell/use-session.js'

export function AllSegments() {
  const { id: account } = useAccount()
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/a/$account/segments" params={{ account }} />}>
      All segments
    </Anchor>
  )
}
