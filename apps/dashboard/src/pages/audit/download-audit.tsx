import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { API_PATH } from '../../api/call.js'
import { ErrorMessage } from '../state/error-message.js'

export type DownloadAuditProps = {
  /** Of the log, below the path of the API. */
  readonly path: string
}

/** The whole log as CSV. The type of the response is asked for by a header, which a link cannot send. */
export function DownloadAudit({ path }: DownloadAuditProps) {
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetch(`${API_PATH}${path}?spreadsheet=1`, { headers: { accept: 'text/csv' } })
      if (!response.ok) throw new Error(`The service answered ${response.status}. Try again in a minute.`)
      save(await response.blob())
    },
  })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export
      </Button>
      {download.error && <ErrorMessage title="The log was not exported" error={download.error} />}
    </div>
  )
}

function save(file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'audit.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
