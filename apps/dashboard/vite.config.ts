import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the development server finds the API: see README.md. */
const SERVER = process.env['CARILLON_URL'] ?? 'http://127.0.0.1:8080'

/** What every page needs, in one file: each file costs a request, and a browser sends only six at once. */
const FIRST = { name: 'first', tags: ['$initial' as const], priority: 1 }

/** What several pages need. What only two of them share stays in files of its own, which the others do not load. */
const SHARED = { name: 'shared', minShareCount: 8 }

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Relative, so that the pages work under any path: the server completes the links of index.html.
  base: command === 'serve' ? '/dashboard/' : './',
  plugins: [react(), schemeScript(), schemeByAttribute()],
  build: {
    target: 'es2022',
    // Without comments of licenses in every chunk, and without a polyfill that every browser has.
    modulePreload: { polyfill: false },
    // A data: URL of a script or a font would violate the policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Says which file needs which, for the check of their sizes: tooling/dashboard-size.test.ts.
    manifest: '.manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // rrule, which the calendar brings, asks for a default export that it may not have. TypeScript checks our own imports.
    rolldownOptions: {
      checks: { importIsUndefined: false },
      output: { codeSplitting: { groups: [FIRST, SHARED] } },
    },
  },
  server: { proxy: { '/dashboard/api': { target: SERVER } } },
}))

const SCHEME_SCRIPT = fileURLToPath(new URL('./src/theme/first-paint.js', import.meta.url))

/** The script that sets the colour scheme before the first paint. It blocks, so it cannot be a module. */
function schemeScript(): Plugin {
  const code = readFileSync(SCHEME_SCRIPT, 'utf8')
  const name = `assets/first-paint-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  let isBuild = false
  return {
    name: 'scheme-script',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: code })
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        injectTo: 'head-prepend',
        attrs: { src: isBuild ? `./${name}` : '/dashboard/src/theme/first-paint.js' },
      },
    ],
  }
}

/** The other pages follow the system's colour scheme. Here people can choose another, which is in an attribute. */
function schemeByAttribute(): Plugin {
  const system = '@media (prefers-color-scheme: dark) {\n  :root {'
  return {
    name: 'scheme-by-attribute',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/theme/theme.css')) return null
      if (!code.includes(system)) throw new Error(`${id} has no block "${system}"`)
      return code.replace(system, `@media all {\n  :root[data-mantine-color-scheme='dark'] {`)
    },
  }
}
