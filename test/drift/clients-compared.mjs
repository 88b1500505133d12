import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { interpreters } from '../readers/python/support/interpreters.mjs'
import { factsOf, npmClients, pythonEnvironments } from './clients.mjs'
import { compareSurfaces, headingsSince } from './compare.mjs'
import { changelogOfNpm, installFromNpm, newestOfNpm, surfaceOfNpm } from './npm.mjs'
import { installFromPypi, interpreterFor, newestOfPypi, surfacesOfPypi } from './pypi.mjs'

/**
 * @typedef {{
 *   name: string, registry: 'npm' | 'PyPI', venue: string, pinned: string,
 *   newest?: string, published?: string, error?: string, findings?: object, headings?: string[], unread?: string[],
 * }} Compared one client: without `newest` it is not known to the registry, without `findings` there is nothing newer
 * or it cannot be installed, and `error` says why
 */

/** @returns {Compared[]} */
export function compareNpm(readers, scratch) {
  return npmClients(readers).map((client) =>
    compareOne(client, join(scratch, 'npm', client.name.replace('/', '+'))),
  )
}

function compareOne({ name, version }, folder) {
  progress(`npm: ${name}`)
  const client = { name, registry: 'npm', venue: factsOf(name).venue, pinned: version }
  const newest = newestOfNpm(name)
  if (newest === undefined) return { ...client, error: 'the registry does not know it' }
  const dated = { ...client, newest: newest.version, published: newest.published }
  if (newest.version === version) return dated
  const [before, after] = [version, newest.version].map((one) =>
    installFromNpm(join(folder, one), [`${name}@${one}`]),
  )
  const error = after.error ?? before.error
  if (error !== undefined) return { ...dated, error }
  return {
    ...dated,
    findings: compareSurfaces(surfaceOfNpm(before.folder, name), surfaceOfNpm(after.folder, name)),
    headings: headingsSince(changelogOfNpm(after.folder, name) ?? '', version),
  }
}

/** @returns {Compared[]} the clients of each environment, whose newest versions are installed together where they agree */
export function comparePypi(readers, scratch) {
  const found = interpreters()
  return pythonEnvironments(readers).flatMap((wanted) => compareEnvironment(readers, scratch, found, wanted))
}

function compareEnvironment(readers, scratch, found, wanted) {
  const clients = wanted.clients.map(({ name, version, line }) => ({
    client: { name, registry: 'PyPI', venue: factsOf(name).venue, pinned: version },
    line,
  }))
  const how = interpreterFor(found, wanted)
  if (how === undefined)
    return clients.map(({ client }) => ({ ...client, error: `it needs Python ${wanted.python}` }))
  progress(`PyPI: ${wanted.name}`)
  const pinned = installEach(join(readers, 'python'), wanted, wanted.clients, how)
  const dated = clients.map(({ client, line }) => ({
    client: withNewest(client, pinned.get(client.name)),
    line,
  }))
  const newer = dated.filter(({ client }) => client.error === undefined && client.newest !== client.pinned)
  const lines = newer.map(({ client: { name, newest }, line }) => ({
    name,
    version: newest,
    line: line.replace(/==.*$/, `==${newest}`),
  }))
  const after = installEach(join(scratch, 'pypi'), wanted, lines, how)
  const read = (installed) =>
    readEach(
      newer.map(({ client }) => client.name),
      installed,
    )
  const surfaces = { pinned: read(pinned), newest: read(after) }
  return dated.map(({ client }) => {
    const error = after.get(client.name)?.error
    if (error !== undefined) return { ...client, error }
    const [before, newest] = [surfaces.pinned[client.name], surfaces.newest[client.name]]
    return newest === undefined ? client : withFindings(client, before, newest)
  })
}

function withNewest(client, { python, error }) {
  if (error !== undefined) return { ...client, error }
  const newest = newestOfPypi(python, client.name)
  return newest ? { ...client, newest: newest.version } : { ...client, error: 'the index does not know it' }
}

/**
 * Installs clients into one environment; where that fails, each into its own, which tells the one that cannot be.
 * @returns {Map<string, { python: string } | { error: string }>} by client
 */
function installEach(folder, wanted, clients, how) {
  if (clients.length === 0) return new Map()
  mkdirSync(folder, { recursive: true })
  const together = installFromPypi(folder, { ...wanted, clients }, how)
  return new Map(
    clients.map((client) => {
      const alone = { ...wanted, name: `${wanted.name}-${client.name}`, clients: [client] }
      const isOne = together.error === undefined || clients.length === 1
      return [client.name, isOne ? together : installFromPypi(folder, alone, how)]
    }),
  )
}

/** Surfaces of those that are installed, read once for each environment. */
function readEach(names, installed) {
  const pythons = new Map()
  for (const name of names) {
    const { python } = installed.get(name)
    if (python !== undefined) pythons.set(python, [...(pythons.get(python) ?? []), name])
  }
  return Object.assign({}, ...[...pythons].map(([python, all]) => surfacesOfPypi(python, all)))
}

function withFindings(client, pinned, newest) {
  return {
    ...client,
    findings: compareSurfaces(pinned, newest),
    headings: headingsSince(newest.changelog ?? '', client.pinned),
    unread: newest.unread,
  }
}

function progress(text) {
  process.stderr.write(`${text}\n`)
}
