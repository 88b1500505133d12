// Builds the files for browsers into dist/assets: bundled, named by their content, compressed, listed in manifest.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createPacker } from './pack.mjs'

const source = fileURLToPath(new URL('.', import.meta.url))
const target = fileURLToPath(new URL('../../dist/assets/', import.meta.url))

/** Bundled files. A page refers to one as `/assets/main.js`, which is replaced by the built name. */
const bundled = ['main.tsx', 'main.css', 'base.css', 'icon.svg', 'docs.ts', 'docs.css']
/** Pages, served under fixed names. */
const pages = ['index.html']

const { outputFiles, metafile } = await build({
  entryPoints: bundled.map((name) => join(source, name)),
  entryNames: '[name]-[hash]',
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
  metafile: true,
  write: false,
  logLevel: 'warning',
})

const manifest = {}
mkdirSync(target, { recursive: true })
const keep = createPacker(target, manifest)

/** Replacements of `/assets/<source name>` in pages. */
const builtNames = new Map(
  Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    const { name, ext } = { name: basename(path), ext: extname(path) }
    const written = basename(entryPoint ?? name.replace(/-[A-Z0-9]{8}(?=\.)/, ''))
    return [[written.replace(/\.\w+$/, ext), name]]
  }),
)

for (const { path, contents } of outputFiles) keep(basename(path), Buffer.from(contents), true)
for (const page of pages) {
  const text = readFileSync(join(source, page), 'utf8')
  const named = text.replace(/\/assets\/([\w.-]+)/g, (_whole, name) => `/assets/${builtNameOf(name)}`)
  keep(page, Buffer.from(named), false)
}
writeFileSync(join(target, 'manifest.json'), JSON.stringify(manifest))

function builtNameOf(name) {
  const built = builtNames.get(name)
  if (built === undefined) throw new Error(`A page names /assets/${name}, which is not built`)
  return built
}
