import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { messageOf } from '../../api/envelope/errors.js'
import { sdkFilesIn } from '../../daemon/files/state-paths.js'
import { CommandFailed } from '../output/output.js'

/** Folders of one command that runs against a daemon of its own. */
export interface ChildHome {
  /** The daemon's state folder. */
  readonly stateDir: string
  /** Where the SDKs look for their server. */
  readonly sdkDir: string
  /** Environment for the command, without what would send its clients elsewhere. */
  environment(port: number, token: string | undefined): NodeJS.ProcessEnv
  /** Removes the SDKs' lock file and log, where no daemon of this home does. */
  forgetLock(): void
  /**
   * Takes away what was made here, and nothing of the command's: what it created directly in its home goes to the real
   * one, where the name is free.
   * @returns the folder in which the rest stays; undefined when nothing is left
   */
  giveBack(): string | undefined
}

/**
 * Variables with which an SDK would not look for the daemon, or would stop it (api/README.md, "Finding the
 * daemon").
 */
const misleading = ['PMXT_BASE_URL', 'PMXT_API_KEY', 'PMXT_ALWAYS_RESTART'] as const

/**
 * Makes a home folder that is the user's own but for the SDKs' folder in it: each entry of the real one is linked.
 * The SDKs know no other way to their server than a lock file under the home folder, and a base URL in the environment
 * would turn them into clients of the hosted service, which refuse orders. With the links the command's own tools
 * still find their settings, caches and packages.
 */
export function createChildHome(environment: NodeJS.ProcessEnv, real: string = homedir()): ChildHome {
  const root = makeRoot()
  const home = join(root, 'home')
  const stateDir = join(root, 'state')
  mkdirSync(home, { mode: 0o700 })
  const sdkDir = join(home, '.pmxt')
  // An empty HOME names no folder: joined to a name it would be the one that we stand in.
  const hasReal = isAbsolute(real)
  const links = hasReal ? entriesOf(real).filter((name) => name !== '.pmxt') : []
  for (const name of links) link(join(real, name), join(home, name))
  return {
    stateDir,
    sdkDir,
    environment(port, token) {
      const kept = Object.entries(environment).filter(([name]) => !misleading.some((bad) => bad === name))
      return {
        ...Object.fromEntries(kept),
        HOME: home,
        USERPROFILE: home,
        PMX_LOCAL_STATE_DIR: stateDir,
        PMX_LOCAL_URL: sessionAddressOf(port),
        ...withoutProxyHere(environment),
        ...(token === undefined ? {} : { PMX_LOCAL_TOKEN: token }),
      }
    },
    forgetLock() {
      const { lock, log } = sdkFilesIn(sdkDir)
      for (const path of [lock, log]) rmSync(path, { force: true })
    },
    giveBack() {
      for (const name of links) unlinkOwn(join(home, name), join(real, name))
      removeEmpty(sdkDir)
      removeEmpty(stateDir)
      const fresh = hasReal ? entriesOf(home).filter((name) => name !== '.pmxt') : []
      for (const name of fresh) moveIfFree(join(home, name), join(real, name))
      removeEmpty(home)
      return removeEmpty(root) ? undefined : root
    },
  }
}

/** Hosts on this machine, which clients must call without a proxy. */
const loopbackHosts = ['localhost', '127.0.0.1'] as const

/** Both spellings of `NO_PROXY`, with the loopback added to the hosts of the user. */
function withoutProxyHere(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = [environment['NO_PROXY'], environment['no_proxy']]
  const hosts = given.flatMap((list) => (list ?? '').split(',')).map((host) => host.trim())
  const all = [...new Set([...hosts.filter((host) => host !== ''), ...loopbackHosts])].join(',')
  return { NO_PROXY: all, no_proxy: all }
}

function makeRoot(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'pmx-local-run-'))
  } catch (error) {
    const why = messageOf(error)
    throw new CommandFailed(
      `The command needs a temporary folder, and none can be made in ${tmpdir()}: ${why}\n` +
        '  TMPDIR in the environment names another one.',
    )
  }
}

/** A link of ours, unless the command has put something else in its place. */
function unlinkOwn(path: string, target: string): void {
  try {
    if (lstatSync(path).isSymbolicLink() && readlinkSync(path) === target) unlinkSync(path)
  } catch {
    // The command has removed it.
  }
}

/** Leaves it where it is when the name is taken, or the real home cannot be written. */
function moveIfFree(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return
  try {
    renameSync(from, to)
  } catch {
    copyOver(from, to)
  }
}

/** Temporary folders often lie on another disk, to which nothing can be renamed. */
function copyOver(from: string, to: string): void {
  try {
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      errorOnExist: true,
    })
    rmSync(from, { recursive: true })
  } catch {
    // What could not be copied whole is still where the command has put it, and is told of.
  }
}

/** Whether it is gone now. */
function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return lstatSync(folder, { throwIfNoEntry: false }) === undefined
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // A user without a home of his own has nothing in it either.
    return []
  }
}

function link(target: string, path: string): void {
  try {
    // Windows lets everybody link folders this way; files it does not, and the command goes without them.
    symlinkSync(target, path, isFolder(target) ? 'junction' : 'file')
  } catch {
    return
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** What `PMX_LOCAL_URL` tells the commands of a session: the daemon that was started for them. */
export function sessionAddressOf(port: number): string {
  return `http://localhost:${port}`
}
