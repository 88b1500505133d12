// Makes the documentation: pages for browsers into dist/assets, the guide as Markdown for assistants and its examples into dist/guide, and
// what packages are made with into dist/packaging.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { createPacker } from '../page/pack.mjs'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const source = pathOf('./')
const dist = pathOf('../../dist/')

const pages = JSON.parse(readFileSync(`${source}pages.json`, 'utf8'))
mkdirSync(`${dist}guide`, { recursive: true })
for (const file of ['pages.json', ...pages.map(({ name }) => `${name}.md`)])
  cpSync(source + file, `${dist}guide/${file}`)
cpSync(`${source}examples/`, `${dist}guide/examples`, { recursive: true })
cpSync(pathOf('../packaging/'), `${dist}packaging`, { recursive: true })

// Next to the packages, so that packages that are not bundled are found.
const made = pathOf(`../../node_modules/.cache/pmx-local-guide-${process.pid}/`)
await build({
  entryPoints: [`${source}main.ts`],
  outdir: made,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.18',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  external: ['better-sqlite3', 'hyparquet', 'hyparquet-writer', 'pg'],
  banner: {
    js: "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);",
  },
  logLevel: 'warning',
})
const { makePages } = await import(pathToFileURL(`${made}main.mjs`).href)
const written = pages.map((page) => ({ ...page, markdown: readFileSync(`${source}${page.name}.md`, 'utf8') }))
const files = await makePages(written)
rmSync(made, { recursive: true })

const list = `${dist}assets/manifest.json`
const manifest = JSON.parse(readFileSync(list, 'utf8'))
const keep = createPacker(`${dist}assets/`, manifest)
const names = Object.keys(manifest)
for (const [name, html] of Object.entries(files)) {
  const named = html.replace(
    /\/assets\/([\w-]+)\.(\w+)/g,
    (_all, stem, ending) => `/assets/${builtName(stem, ending)}`,
  )
  keep(name, Buffer.from(named), false)
}
writeFileSync(list, JSON.stringify(manifest))

function builtName(stem, ending) {
  const built = names.find((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${ending}`))
  if (built === undefined) throw new Error(`A page names /assets/${stem}.${ending}, which is not built`)
  return built
}
