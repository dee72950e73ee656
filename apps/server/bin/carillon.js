#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/main.js', import.meta.url)

if (existsSync(main)) {
  await import(main)
} else {
  process.stderr.write('carillon: the project is not built: run npm run build first\n')
  process.exitCode = 1
}
