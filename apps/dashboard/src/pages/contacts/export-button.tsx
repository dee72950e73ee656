import { Button, Menu, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { API_PATH } from '../../api/call.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'

export type ExportButtonProps = { readonly account: string; readonly reason: string | undefined }

/** Downloads all contacts, streamed by the server. */
export function ExportButton({ account, reason }: ExportButtonProps) {
  const label = 'Export'
  const icon = <IconDownload size={16} />
  if (reason !== undefined) {
    return (
      <ReasonedButton variant="default" leftSection={icon} reason={reason}>
        {label}
      </ReasonedButton>
    )
  }
  const url = `${API_PATH}/accounts/${encodeURIComponent(account)}/contacts/export`
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={icon}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All contacts of this account as CSV</Menu.Label>
        <Menu.Item component="a" href={url} download>
          For importing again
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
      </Menu.Dropdown>
    </Menu>
  )
}
