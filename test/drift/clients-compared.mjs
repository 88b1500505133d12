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
  const asked = wanted.clients.map(({ name, version }) => ({
    name,
    registry: 'PyPI',
    venue: factsOf(name).venue,
    pinned: version,
  }))
  const how = interpreterFor(found, wanted)
  if (how === undefined)
    return asked.map((client) => ({ ...client, error: `it needs Python ${wanted.python}` }))
  progress(`PyPI: ${wanted.name}`)
  const before = installFromPypi(join(readers, 'python'), wanted, how)
  if (before.error !== undefined) return asked.map((client) => ({ ...client, error: before.error }))
  const dated = asked.map((client) => {
    const newest = newestOfPypi(before.python, client.name)
    return newest ? { ...client, newest: newest.version } : { ...client, error: 'the index does not know it' }
  })
  const newer = dated.filter(({ pinned, newest }) => newest !== undefined && newest !== pinned)
  const pinned =
    newer.length === 0
      ? {}
      : surfacesOfPypi(
          before.python,
          newer.map(({ name }) => name),
        )
  const compared = compareNewest(join(scratch, 'pypi'), wanted, how, newer, pinned)
  return dated.map((client) => compared.find(({ name }) => name === client.name) ?? client)
}

function compareNewest(folder, wanted, how, newer, pinned) {
  if (newer.length === 0) return []
  mkdirSync(folder, { recursive: true })
  const lines = newer.map(({ name, newest }) => {
    const { line } = wanted.clients.find((client) => client.name === name)
    return { name, version: newest, line: line.replace(/==.*$/, `==${newest}`) }
  })
  const together = installFromPypi(folder, { ...wanted, clients: lines }, how)
  if (together.error === undefined) {
    const surfaces = surfacesOfPypi(
      together.python,
      lines.map(({ name }) => name),
    )
    return newer.map((client) => withFindings(client, pinned[client.name], surfaces[client.name]))
  }
  // One of them cannot be installed, or two do not agree: each by itself tells which.
  return newer.map((client, index) => {
    const alone = { ...wanted, name: `${wanted.name}-${client.name}`, clients: [lines[index]] }
    const after = installFromPypi(folder, alone, how)
    if (after.error !== undefined) return { ...client, error: after.error }
    return withFindings(client, pinned[client.name], surfacesOfPypi(after.python, [client.name])[client.name])
  })
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
