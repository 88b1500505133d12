import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../../../src/signing/', import.meta.url))

/** Everything that our signing kit exports, as one module. */
export async function signingKit() {
  const folder = mkdtempSync(join(tmpdir(), 'pmx-signing-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'kit.mjs')
  const contents = readdirSync(source)
    .map((file) => `export * from './${file}'`)
    .join('\n')
  await build({
    stdin: { contents, resolveDir: source },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
