import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { read } from '../../api/read.js'
import { useDialog } from '../use-dialog.js'
import { CONTACT_TAGS, customFieldTag, TODAY_TAG } from './merge-tags.js'

/** Few texts have such a date. */
const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.js')).DateDialog }))

export type TagMenuProps = { readonly account: string; readonly onTag: (tag: string) => void }

/** What can be filled in for each person. */
export function TagMenu({ account, onTag }: TagMenuProps) {
  const [isOpen, { open, close }] = useDialog()
  const [isLoaded, setIsLoaded] = useState(false)
  const schema = useQuery(read('fields', '/accounts/{account}/contacts/custom-fields/schema', { path: { account } }))
  const fields = schema.data?.fields ?? []
  return (
    <>
      {/* The focus goes to the text, where the tag is. */}
      <Menu position="bottom-start" width={260} returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<IconTags size={14} />}>
            Insert field
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} className="scrolling">
          <Menu.Label>Of the contact</Menu.Label>
          {CONTACT_TAGS.map(({ label, tag }) => (
            <Menu.Item key={tag} onClick={() => onTag(tag)}>
              {label}
            </Menu.Item>
          ))}
          {fields.length > 0 && <Menu.Label>Your fields</Menu.Label>}
          {fields.map(({ key, label }) => (
            <Menu.Item key={key} onClick={() => onTag(customFieldTag(key))}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Label>Dates</Menu.Label>
          <Menu.Item onClick={() => onTag(TODAY_TAG)}>The day of sending</Menu.Item>
          <Menu.Item
            leftSection={<IconCalendarPlus size={14} />}
            onClick={() => {
              setIsLoaded(true)
              open()
            }}
          >
            Some days later…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isLoaded && (
        <Suspense fallback={null}>
          <DateDialog isOpen={isOpen} onClose={close} onTag={onTag} />
        </Suspense>
      )}
    </>
  )
}
