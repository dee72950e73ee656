import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openHttpCarrier, PUBLIC_URL } from './http-carrier.js'
import { openSmsc } from './smsc.js'

/** Opens the carriers of a scene, in its order. Each can be used by all senders. */
export function openCarriers({ carriers }, { senders, sources, random, office }) {
  const numbers = senders.map(({ from }) => from)
  const onTaken = (text) => office.take(text)
  return Promise.all(
    carriers.map(({ name, type }) =>
      type === 'smpp'
        ? openSmsc({ name, sources, random, onTaken })
        : openHttpCarrier({ name, type, sources, numbers, random, onTaken }),
    ),
  )
}

/** Writes the file of carriers, and returns its path. JSON is YAML. */
export async function writeCarriersFile(folder, { scene, carriers }) {
  const file = join(folder, 'carriers.yaml')
  const content = {
    publicUrl: PUBLIC_URL,
    carriers: Object.fromEntries(carriers.map(({ name, settings }) => [name, settings])),
    routes: [...scene.routes.map(({ toPrefix, via }) => ({ toPrefix, via })), { via: [carriers[0].name] }],
  }
  await writeFile(file, JSON.stringify(content, null, 2))
  return file
}
