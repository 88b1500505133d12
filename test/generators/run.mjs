// Makes clients of /openapi.json with generators that others wrote, and calls a demo daemon with them.
//   node test/generators/run.mjs [--all] [text in the name of a step] ...
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, environments } from '../readers/python/support/environments.mjs'
import { fittingInterpreters, interpreters } from '../readers/python/support/interpreters.mjs'
import { startDemo } from './support/daemon.mjs'
import { schemathesis } from './support/schemathesis.mjs'
import {
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorPython,
  openapiPythonClient,
} from './support/steps.mjs'

const folder = import.meta.dirname
const MAX_MS = 900_000

const flags = process.argv.slice(2)
const isAll = flags.includes('--all')
const only = flags.filter((flag) => !flag.startsWith('--'))

const done = { passed: 0, failed: 0 }
const notRun = []
const scratch = mkdtempSync(join(tmpdir(), 'pmx-generators-'))
const daemon = await startDemo(scratch)

/** What a step is given. */
const tools = {
  folder,
  scratch,
  daemon: daemon.address,
  document: join(scratch, 'openapi.json'),
  run,
  python,
}
try {
  const reply = await fetch(`${daemon.address}/openapi.json`)
  writeFileSync(tools.document, await reply.text())
  const light = {
    'openapi-python-client': openapiPythonClient,
    'openapi-generator (Python)': openapiGeneratorPython,
    schemathesis,
  }
  const heavy = { 'openapi-generator (Java)': openapiGeneratorJava, 'oapi-codegen (Go)': oapiCodegen }
  const steps = only.length > 0 || isAll ? { ...light, ...heavy } : light
  for (const [name, step] of Object.entries(steps)) runStep(name, step)
} finally {
  await daemon.stop()
  rmSync(scratch, { recursive: true, force: true })
}
const missing = notRun.length === 0 ? '' : ` (not run: ${notRun.join('; ')})`
print(`\nGenerated clients: ${done.passed} passed, ${done.failed} failed, ${notRun.length} not run${missing}`)
process.exitCode = done.failed > 0 ? 1 : 0

function runStep(name, step) {
  if (only.length > 0 && !only.some((text) => name.toLowerCase().includes(text.toLowerCase()))) return
  print(`\n== ${name}`)
  const startedAt = Date.now()
  const result = step(tools)
  if (result === true) done.passed++
  else if (result === false) done.failed++
  else {
    notRun.push(`${name} ${result}`)
    print(`not run: ${result}`)
  }
  print(
    `${name}: ${result === true ? 'passed' : result === false ? 'FAILED' : 'not run'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
}

/** The interpreter of an environment, or why there is none. */
function python(name) {
  const wanted = environments(folder).find((one) => one.name === name)
  const [interpreter] = fittingInterpreters(interpreters(), wanted.python)
  if (interpreter === undefined) return { reason: `needs Python ${wanted.python}` }
  const found = environmentOf(folder, wanted, interpreter)
  if (found !== undefined) return found
  done.failed++
  return { reason: 'because its packages cannot be installed' }
}

/** Whether a program ends with 0. */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    timeout: MAX_MS,
    ...options,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...options.env },
  })
  if (error !== undefined) print(`${command}: ${error.message}`)
  return status === 0
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
