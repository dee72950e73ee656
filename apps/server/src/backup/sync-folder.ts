import { open } from 'node:fs/promises'

/** Flushes the folder to disk, so that a rename in it survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
