import { Button, Menu, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { linkTag } from './merge-tags.js'

export type LinkMenuProps = { readonly account: string; readonly onTag: (tag: string) => void }

const LINKS_MAX = 100

/** The tracking links of the account. */
export function LinkMenu({ account, onTag }: LinkMenuProps) {
  const links = useQuery(read('links', '/accounts/{account}/links', { path: { account }, query: { limit: LINKS_MAX } }))
  const known = links.data?.results ?? []
  return (
    <Menu position="bottom-start" width={320} returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconLink size={14} />}>
          Insert link
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} className="scrolling">
        <Menu.Label>{known.length === 0 ? 'No tracking links yet' : 'Tracking links count clicks'}</Menu.Label>
        {known.map(({ link, target }) => (
          <Menu.Item key={link} onClick={() => onTag(linkTag(link))}>
            {link}
            <Text size="xs" c="dimmed" truncate>
              {target}
            </Text>
          </Menu.Item>
        ))}
        {known.length === 0 && <Menu.Item disabled>Create one on the page Links.</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
