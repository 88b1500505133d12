import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environmentOf } from '../readers/python/support/environments.mjs'
import { fittingInterpreters, newestOlder } from '../readers/python/support/interpreters.mjs'
import { factsOf } from './clients.mjs'

/**
 * The newest version on the package index, also one that declares a newer Python.
 * @returns {{ version: string } | undefined} undefined if the index does not know the package
 */
export function newestOfPypi(python, name) {
  const flags = ['--disable-pip-version-check', '--ignore-requires-python']
  const { status, stdout } = run(python, ['-m', 'pip', 'index', 'versions', ...flags, name])
  const version = status === 0 ? /\(([^)]+)\)/.exec(stdout)?.[1] : undefined
  return version && { version }
}

/** The interpreter for an environment, and whether clients have to be installed against what they declare. */
export function interpreterFor(found, wanted) {
  const [fitting] = fittingInterpreters(found, wanted.python)
  if (fitting !== undefined) return { interpreter: fitting, ignoring: false }
  const older = newestOlder(found, wanted.python)
  return older && { interpreter: older, ignoring: true }
}

/** @returns {{ python: string } | { error: string }} the environment's interpreter */
export function installFromPypi(folder, wanted, { interpreter, ignoring }) {
  const python = environmentOf(folder, wanted, interpreter, { ignoring })
  if (python !== undefined) return { python }
  return { error: `pip cannot install it with Python ${interpreter.version}` }
}

/**
 * What the installed clients say of their venues.
 * @returns {Record<string, object>} by client, as surface.py prints it
 */
export function surfacesOfPypi(python, names) {
  const wanted = Object.fromEntries(names.map((name) => [name, factsOf(name).parts ?? []]))
  const { status, stdout, stderr } = run(python, [
    join(import.meta.dirname, 'surface.py'),
    JSON.stringify(wanted),
  ])
  if (status !== 0) throw new Error(`surface.py ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}

function run(command, args) {
  return spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
  })
}
