import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type DragEvent } from 'react'
import { keyOf } from '../../api/read.js'
import { UploadCanceled } from '../../api/upload.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { ReasonedButton } from '../../parts/text/reasoned-button.js'
import { useRole } from '../../shell/use-role.js'
import { useAccount } from '../../shell/use-session.js'
import { uploadFile } from './upload-file.js'

/** Takes a file that is dropped or chosen, and opens the page where it is mapped and started. */
export function UploadZone() {
  const { reasonAgainst } = useRole()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { upload, part, cancel } = useUpload()
  const reason = reasonAgainst('editor')
  const isOpen = reason === undefined && !upload.isPending
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file !== undefined && isOpen) upload.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <Paper
      component="section"
      aria-label="Import a file"
      withBorder
      radius="lg"
      p="xl"
      mb="lg"
      className={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(isOpen)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        {upload.isPending ? (
          <Uploading name={upload.variables.name} part={part} onCancel={cancel} />
        ) : (
          <>
            <IconFileImport size={32} aria-hidden />
            <Text ta="center">Drop a CSV file here, or choose one.</Text>
            <ReasonedButton reason={reason} onClick={() => input.current?.click()}>
              Choose a file
            </ReasonedButton>
            <Text size="sm" c="dimmed" ta="center" maw={480}>
              The first line has the names of the columns, and one column has the numbers. Up to 1,000,000 rows and 200
              MB. Nothing is imported before you have seen it.
            </Text>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            take(event.currentTarget.files)
            // So that the same file can be chosen again after it was corrected.
            event.currentTarget.value = ''
          }}
        />
        {upload.error && !(upload.error instanceof UploadCanceled) && (
          <ErrorMessage error={upload.error} title="The file was not uploaded" />
        )}
      </Stack>
    </Paper>
  )
}

type UploadingProps = { readonly name: string; readonly part: number; readonly onCancel: () => void }

function Uploading({ name, part, onCancel }: UploadingProps) {
  const percent = Math.floor(part * 100)
  return (
    <>
      <Text ta="center" className="breaking">
        {percent < 100 ? `Uploading ${name}` : `Reading ${name}`}
      </Text>
      <Progress.Root size="lg" w="100%" maw={420}>
        <Progress.Section value={percent} aria-label="Uploaded" />
      </Progress.Root>
      <Group gap="sm">
        <Text size="sm" className="digits" role="status">
          {percent} %
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel upload
        </Button>
      </Group>
    </>
  )
}

function useUpload() {
  const { id: account } = useAccount()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [part, setPart] = useState(0)
  const abort = useRef<AbortController>(null)
  const upload = useMutation({
    mutationFn: (file: File) => {
      setPart(0)
      abort.current = new AbortController()
      return uploadFile({ account, file, onProgress: setPart, signal: abort.current.signal })
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keyOf('imports', account) })
      await navigate({ to: '/a/$account/imports/$import', params: { account, import: id } })
    },
  })
  return { upload, part, cancel: () => abort.current?.abort() }
}
