import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Python interpreters of this machine, newest first: those that PMX_PYTHON names (separated like PATH), pyenv's, and
 * those on PATH, where Debian has its own.
 * @returns {{ path: string, version: string, minor: number }[]} one of each version
 */
export function interpreters(environment = process.env) {
  const found = new Map()
  for (const path of candidates(environment)) {
    const version = versionOf(path)
    if (version !== undefined && !found.has(version)) {
      found.set(version, { path, version, minor: Number(version.split('.')[1]) })
    }
  }
  return [...found.values()].sort((a, b) => newestFirst(a.version, b.version))
}

/**
 * The interpreters that an environment can be made with: the newest patch of the version that it is pinned for, then
 * those of newer ones. '3.12' -> 3.12.4, 3.13.1
 */
export function fittingInterpreters(found, wanted) {
  const least = Number(wanted.split('.')[1])
  const minors = [...new Set(found.map(({ minor }) => minor))].filter((minor) => minor >= least)
  return minors.sort((a, b) => a - b).map((minor) => found.find((one) => one.minor === minor))
}

/** The newest interpreter below the wanted version. */
export function newestOlder(found, wanted) {
  return found.find(({ minor }) => minor < Number(wanted.split('.')[1]))
}

function candidates(environment) {
  const named = (environment.PMX_PYTHON ?? '').split(delimiter).filter((path) => path !== '')
  const pyenv = join(environment.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  const kept = existsSync(pyenv) ? readdirSync(pyenv).map((one) => join(pyenv, one, 'bin', 'python3')) : []
  const folders = [...(environment.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const onPath = folders.filter((one) => existsSync(one)).flatMap(pythonsIn)
  return [...new Set([...named, ...kept, ...onPath])]
}

function pythonsIn(folder) {
  try {
    const names = readdirSync(folder).filter((name) => /^python3(\.\d+)?$/.test(name))
    return names.map((name) => join(folder, name)).filter((path) => existsSync(realpathSync(path)))
  } catch {
    return []
  }
}

/**
 * Undefined for what does not run, such as a shim of pyenv whose version is not chosen, for what cannot make
 * environments, and for Python below 3.10.
 */
function versionOf(path) {
  const { status, stdout } = spawnSync(
    path,
    ['-c', 'import sys, venv, ensurepip; print("%d.%d.%d" % sys.version_info[:3])'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const version = status === 0 ? stdout.trim() : ''
  const [major, minor] = version.split('.').map(Number)
  return major === 3 && minor >= 10 ? version : undefined
}

function newestFirst(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  return right[1] - left[1] || right[2] - left[2]
}
