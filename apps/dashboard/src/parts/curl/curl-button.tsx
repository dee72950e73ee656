import { Button, Modal } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { CurlBlock } from './curl-block.js'
import { curlOf, type CurlRequest } from './curl-of.js'
import { useDialog } from '../use-dialog.js'

export type CurlButtonProps = {
  readonly request: CurlRequest
  readonly label: string
}

/** Shows what the page does, or just did, as a curl command. Nothing if only the dashboard can do it. */
export function CurlButton({ request, label }: CurlButtonProps) {
  const [isOpen, { open, close }] = useDialog()
  const command = curlOf(request, location.origin)
  if (command === null) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" leftSection={<IconTerminal2 size={16} />} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title="The same by the API" size="lg">
        <CurlBlock command={command} />
      </Modal>
    </>
  )
}
