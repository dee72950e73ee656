import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SenderText, type SenderTextProps } from '../../parts/message/sender-text.js'

/** What a text comes from. The name of a pool leads to the pools. */
export function SenderLink(props: Omit<SenderTextProps, 'linkOf'>) {
  const { account } = props
  return (
    <SenderText
      {...props}
      linkOf={(name) => (
        <Anchor size="sm" renderRoot={(own) => <Link {...own} to="/a/$account/pools" params={{ account }} />}>
          {name}
        </Anchor>
      )}
    />
  )
}
