// Builds what browsers load into dist/assets: bundled, named by its content, compressed, listed in manifest.json.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('.', import.meta.url))
const target = fileURLToPath(new URL('../../dist/assets/', import.meta.url))

/** Bundled; a page names one as `/assets/main.js`, and the name of what was made of it takes that place. */
const bundled = ['main.tsx', 'main.css', 'base.css', 'icon.svg']
/** Pages, served under names that stay. */
const pages = ['index.html']

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

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

/** What stands in a page in the place of `/assets/<name as written>`. */
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

function keep(name, bytes, immutable) {
  const packed = [
    ['br', '.br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
    ['gzip', '.gz', gzipSync(bytes, { level: 9 })],
  ].filter(([, , made]) => made.length < bytes.length * 0.9)
  writeFileSync(join(target, name), bytes)
  for (const [, suffix, made] of packed) writeFileSync(join(target, name + suffix), made)
  manifest[name] = {
    type: types[extname(name)],
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    immutable,
    encodings: packed.map(([encoding]) => encoding),
  }
}
