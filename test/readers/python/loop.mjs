// The documented loop of the official Python SDK, for long: node test/readers/python/loop.mjs [calls] [class]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environmentOf, environments } from './support/environments.mjs'
import { fittingInterpreters, interpreters } from './support/interpreters.mjs'

const folder = import.meta.dirname
const wanted = environments(folder).find(({ clients }) => clients.some(({ name }) => name === 'pmxt'))
const [interpreter] = fittingInterpreters(interpreters(), wanted.python)
const python = interpreter && environmentOf(folder, wanted, interpreter)
if (python === undefined) {
  process.stdout.write(`not run: needs Python ${wanted.python}\n`)
} else {
  const { status } = spawnSync(python, [join(folder, 'loop.py'), ...process.argv.slice(2)], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PMX_NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' },
  })
  process.exitCode = status === 0 ? 0 : 1
}
