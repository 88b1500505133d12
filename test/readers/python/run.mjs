// Runs the venues' Python clients: an environment for each requirements file, under an interpreter that fits.
//   node test/readers/python/run.mjs [--every-interpreter] [text in the name of an environment, client or file] ...
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, environments, testsOf, untestedClients } from './support/environments.mjs'
import { shiftedClock } from './support/fixed-clock.mjs'
import { fittingInterpreters, interpreters, newestOlder } from './support/interpreters.mjs'

const folder = import.meta.dirname
/** A client that waits for what never comes; the tables of an environment take two minutes on an idle machine. */
const LONGEST_MS = 1_200_000

const flags = process.argv.slice(2)
const isEvery = flags.includes('--every-interpreter')
const only = flags.filter((flag) => !flag.startsWith('--'))
const found = interpreters()
print(`interpreters: ${found.map(({ version, path }) => `${version} ${path}`).join(', ') || 'none'}`)

const total = { clients: 0, ok: 0, refused: 0, notPlayed: 0, failed: 0 }
const notRun = []
const red = []
checkTables()
for (const wanted of environments(folder)) runWanted(wanted)
const untested = untestedClients(folder, only)
if (untested.length > 0) red.push(`no test file: ${untested.join(', ')}`)
for (const text of only) {
  const isName = environments(folder).some(
    (wanted) => testsOf(folder, wanted, [text]).length > 0 || untestedClients(folder, [text]).length > 0,
  )
  if (!isName) red.push(`nothing has '${text}' in its name`)
}

print(
  `\nPython clients: ${total.clients} run, ${notRun.length} not run${notRun.length > 0 ? ` (${notRun.join('; ')})` : ''}; ` +
    `rows: ${total.ok} ok, ${total.refused} refused, ${total.notPlayed} not played (501), ${total.failed} failed`,
)
for (const one of red) print(`FAILED  ${one}`)
if (total.clients === 0 && only.length === 0) print('FAILED  no client has run')
process.exitCode = red.length > 0 || (total.clients === 0 && only.length === 0) ? 1 : 0

/** The tables' own rules, which need no client. */
function checkTables() {
  const [newest] = found
  if (newest === undefined) return
  const { status } = spawnSync(
    newest.path,
    ['-m', 'unittest', '-q', 'support.test_table', 'support.test_market_order'],
    {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    },
  )
  if (status !== 0) red.push(`the tables' own rules: unittest ended with ${status}`)
}

function runWanted(wanted) {
  const tests = testsOf(folder, wanted, only)
  if (tests.length === 0) return
  const fitting = fittingInterpreters(found, wanted.python)
  for (const interpreter of isEvery ? fitting : fitting.slice(0, 1)) {
    const python = environmentOf(folder, wanted, interpreter)
    const title = `${wanted.name} with Python ${interpreter.version}`
    if (python === undefined) red.push(`${title}: its clients cannot be installed`)
    else runTests(title, python, tests)
  }
  if (fitting.length > 0) return
  // Each client by itself: what one of them needs must not keep the others from being tried.
  for (const client of wanted.clients) {
    const own = tests.filter((test) => test.client === client.name)
    if (own.length > 0) tryOlder({ ...wanted, name: `${wanted.name}-${client.name}`, clients: [client] }, own)
  }
}

/** Without a fitting interpreter a client is tried under an older one, against what it declares. */
function tryOlder(wanted, tests) {
  const older = newestOlder(found, wanted.python)
  const python = older && environmentOf(folder, wanted, older, { ignoring: true })
  if (python === undefined || !collects(python, tests)) {
    notRun.push(`${wanted.clients[0].name} needs Python ${wanted.python}`)
    print(`\n== ${wanted.clients[0].name}\nnot run: needs Python ${wanted.python}`)
    return
  }
  runTests(`${wanted.name} (under ${older.version}, which it does not declare)`, python, tests)
}

function collects(python, tests) {
  return pytest(python, ['--collect-only', ...tests.map(({ file }) => file)], 'ignore').status === 0
}

function runTests(title, python, tests) {
  print(`\n== ${title}: ${tests.map(({ file }) => file).join(' ')}`)
  const scratch = mkdtempSync(join(tmpdir(), 'pmx-readers-'))
  const report = join(scratch, 'report.json')
  try {
    const { status } = pytest(
      python,
      tests.map(({ file }) => file),
      'inherit',
      { PMX_READERS_REPORT: report },
    )
    if (status !== 0) red.push(`${title}: pytest ended with ${status ?? 'a signal'}`)
    count(report)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function pytest(python, args, stdio, environment = {}) {
  return spawnSync(python, ['-m', 'pytest', ...args], {
    cwd: folder,
    stdio,
    timeout: LONGEST_MS,
    killSignal: 'SIGINT',
    env: {
      ...process.env,
      ...environment,
      PMX_READERS_SHIFT: JSON.stringify(shiftedClock() ?? null),
      PMX_NODE: process.execPath,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
}

function count(report) {
  let counts
  try {
    counts = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return
  }
  for (const rows of Object.values(counts)) {
    total.clients++
    for (const [result, number] of Object.entries(rows)) total[result] += number
  }
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
