/**
 * Counts the files of the source, without the simulator's, of which any function runs during one candle request: one
 * that asks the venue, and one that is answered from what is stored. Their names go to standard output.
 *
 *     node test/candles/scripts/walk.mjs [venue]
 */
import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const [venue = 'kalshi'] = process.argv.slice(2)
const port = 4817
// Below node_modules, so that dependencies are found.
const folder = 'node_modules/.cache/pmx-local-walk'

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const out = realpathSync(folder)
writeFileSync(join(out, 'package.json'), '{"type":"module","name":"pmx-local","version":"0.0.0"}')
await build({
  entryPoints: readdirSync('src', { recursive: true })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('page/'))
    .map((path) => join('src', path)),
  outdir: join(out, 'src'),
  outbase: 'src',
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
})

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const { runCommandLine } = await import(pathToFileURL(join(out, 'src/cli/main.js')).href)
process.argv[1] = join(out, 'src/cli/main.js')
void runCommandLine(['start', '--demo', '--port', String(port), '--state-dir', join(out, 'state')])

async function ask(path) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`)
  const { data } = await reply.json()
  if (!reply.ok) throw new Error(`${path} was answered with HTTP ${reply.status}`)
  return { data, cache: reply.headers.get('x-pmx-cache') }
}

async function begun() {
  for (let tries = 0; tries < 100; tries++) {
    if (await ask('/health').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the daemon did not begin to serve')
}

async function walk(path) {
  await inspector.post('Profiler.takePreciseCoverage')
  const { cache } = await ask(path)
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const root = pathToFileURL(join(out, 'src/')).href
  // What is at the start of a file is the file itself.
  const ran = ({ ranges: [{ startOffset, count }], functionName }) =>
    count > 0 && (functionName !== '' || startOffset !== 0)
  const files = result
    .filter(({ url, functions }) => url.startsWith(root) && functions.some(ran))
    .map(({ url }) => url.slice(root.length).replace(/js$/, 'ts'))
    .filter((file) => !file.startsWith('simulator/'))
  process.stdout.write(`${cache}: ${files.length} files\n  ${files.sort().join('\n  ')}\n`)
}

await begun()
const { data } = await ask(`/api/${venue}/fetchMarkets?limit=2`)
const [first, other] = data.map(({ outcomes }) => encodeURIComponent(outcomes[0].outcomeId))
const candles = (id, limit) => `/api/${venue}/fetchOHLCV?outcomeId=${id}&resolution=1h&limit=${limit}`
await ask(candles(other, 50))
await walk(candles(first, 50))
await walk(candles(first, 40))
process.exit(0)
