import { Button, Menu, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { API_PATH } from '../../../api/call.js'

export type ExportButtonProps = { readonly account: string; readonly id: string }

/** Downloads all messages, streamed by the server. */
export function ExportButton({ account, id }: ExportButtonProps) {
  const url = `${API_PATH}/accounts/${encodeURIComponent(account)}/messaging/broadcasts/${encodeURIComponent(id)}/messages.csv`
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>A row for each person, as CSV</Menu.Label>
        <Menu.Item component="a" href={url} download>
          For programs
          <Text size="xs" c="dimmed">
            Every value exactly as it is
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={`${url}?spreadsheet=1`} download>
          For a spreadsheet
          <Text size="xs" c="dimmed">
            Values that look like formulas are made harmless
          </Text>
        </Menu.Item>
        <Menu.Item component="a" href={`${url}?spreadsheet=1&status=failed`} download>
          Only what failed, for a spreadsheet
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
