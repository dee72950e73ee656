import { open } from 'node:fs/promises'

/** The names in it are on the disk then: what was renamed stays renamed after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
