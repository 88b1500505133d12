import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../../../src/signing/', import.meta.url))
const venues = fileURLToPath(new URL('../../../src/venues/', import.meta.url))

/** Everything that our signing kit exports, as one module. */
export function signingKit() {
  return bundled(readdirSync(source), source)
}

/** What files of a venue's folder export, as one module. */
export function venueKit(venue, files) {
  return bundled(files, join(venues, venue))
}

async function bundled(files, resolveDir) {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-signing-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'kit.mjs')
  const contents = files.map((file) => `export * from './${file}'`).join('\n')
  await build({
    stdin: { contents, resolveDir },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
