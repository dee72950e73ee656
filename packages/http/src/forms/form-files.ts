import { createHash } from 'node:crypto'
import { Router, type RequestHandler } from 'express'
import { PAGE_FILES } from '../../embedded/page-files.js'
import type { PageAssets } from './page.js'

/** The static files of the pages. Browsers may cache them, because their address changes with their content. */
export function formFiles(route: (path: string) => RequestHandler): FormFiles {
  const style = fileOf('form.css')
  const icon = fileOf('icon.svg')
  const script = fileOf('proof-of-work.js')
  const router = Router({ caseSensitive: true, strict: true })
  for (const { name, bytes } of [style, icon, script]) {
    router.get(`/${name}`, route(`/${name}`), (_req, res) => {
      res.set('Cache-Control', 'public, max-age=86400').type(name).send(bytes)
    })
  }
  const assetsBelow = (base: string): PageAssets => ({
    stylesheet: base + style.path,
    icon: base + icon.path,
    proofScript: base + script.path,
  })
  return { router, assetsBelow }
}

type FormFiles = { readonly router: Router; readonly assetsBelow: (base: string) => PageAssets }

function fileOf(name: 'form.css' | 'icon.svg' | 'proof-of-work.js') {
  const bytes = Buffer.from(PAGE_FILES[name])
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { name, bytes, path: `/${name}?${version}` }
}
