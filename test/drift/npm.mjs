import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf } from './clients.mjs'
import { joined, readSurface } from './surface.mjs'

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error']

/**
 * The version that the registry gives to who names none, and when it was published.
 * @returns {{ version: string, published?: string } | undefined} undefined if the registry does not know the package
 */
export function newestOfNpm(name) {
  const told = npm(['view', name, 'version', 'time', '--json'])
  if (told.status !== 0) return undefined
  const { version, time } = JSON.parse(told.stdout)
  return { version, published: time?.[version]?.slice(0, 10) }
}

/** @returns {{ folder: string } | { error: string }} the folder with node_modules */
export function installFromNpm(folder, packages) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const { status, stderr } = npm(['install', ...quiet, ...packages], folder)
  return status === 0 ? { folder } : { error: errorIn(stderr) }
}

/** What an installed client says of its venue, with the packages that it keeps its models in. */
export function surfaceOfNpm(folder, name) {
  const { parts, along = [] } = factsOf(name)
  const folders = [name, ...along]
    .map((one) => join(folder, 'node_modules', one))
    .filter((one) => existsSync(one))
  return joined(folders.map((one) => readSurface(one, parts)))
}

export function changelogOfNpm(folder, name) {
  const place = join(folder, 'node_modules', name)
  const file = readdirSync(place).find((one) => /^(changelog|changes|history|releases?)(\.|$)/i.test(one))
  return file && readFileSync(join(place, file), 'utf8')
}

function npm(args, cwd) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** What went wrong in npm's words, without its code and its hints. */
function errorIn(text) {
  const lines = text.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const isSaid = (line) => line !== '' && !/^code |^A complete log/.test(line)
  return lines.find(isSaid) ?? 'npm says nothing'
}
