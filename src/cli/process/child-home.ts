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

/** The folders of a command that runs against a separate daemon. */
export interface ChildHome {
  /** The daemon's state folder. */
  readonly stateDir: string
  /** The folder in which the SDKs search for their server. */
  readonly sdkDir: string
  /**
   * Returns the environment of the command, without variables that would send its clients elsewhere.
   * @param now time of the recording, for time windows that the command computes, epoch ms
   */
  environment(port: number, token: string | undefined, now?: number): NodeJS.ProcessEnv
  /** Removes the SDKs' lock file and log, if no daemon in this home does. */
  forgetLock(): void
  /**
   * Removes the created folders, but not the command's files. Files that the command created directly in its home are moved to
   * the real one, if the name is free.
   * @returns the folder with the remaining files, or undefined if nothing is left
   */
  giveBack(): string | undefined
}

/** Variables that prevent an SDK from finding the daemon, or make it stop the daemon (api/README.md, "Finding the daemon"). */
const misleading = ['PMXT_BASE_URL', 'PMXT_API_KEY', 'PMXT_ALWAYS_RESTART'] as const

/**
 * Creates a home folder with a link for each entry of the user's home, except the SDKs' folder. The SDKs find their server
 * only by a lock file under the home folder. With a base URL in the environment they would act as clients of the hosted
 * service, and reject orders. Through the links, other tools of the command find their settings, caches and packages.
 */
export function createChildHome(environment: NodeJS.ProcessEnv, real: string = homedir()): ChildHome {
  const root = makeRoot()
  const home = join(root, 'home')
  const stateDir = join(root, 'state')
  mkdirSync(home, { mode: 0o700 })
  const sdkDir = join(home, '.pmxt')
  // An empty HOME is not a folder: joined with a name, it would be relative to the working folder.
  const hasReal = isAbsolute(real)
  const links = hasReal ? entriesOf(real).filter((name) => name !== '.pmxt') : []
  for (const name of links) link(join(real, name), join(home, name))
  return {
    stateDir,
    sdkDir,
    environment(port, token, now) {
      const kept = Object.entries(environment).filter(([name]) => !misleading.some((bad) => bad === name))
      return {
        ...Object.fromEntries(kept),
        HOME: home,
        USERPROFILE: home,
        PMX_LOCAL_STATE_DIR: stateDir,
        PMX_LOCAL_URL: sessionAddressOf(port),
        ...(now === undefined ? {} : { PMX_LOCAL_NOW: String(now) }),
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

/** Hosts on this machine, which clients must call directly and not through a proxy. */
const loopbackHosts = ['localhost', '127.0.0.1'] as const

/** Returns both spellings of `NO_PROXY`, with loopback hosts added to the user's hosts. */
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
      `The command cannot create a temporary folder in ${tmpdir()}: ${why}\n` +
        '  Set the environment variable TMPDIR to another folder.',
    )
  }
}

/** Removes a link that this process created, unless the command has replaced it. */
function unlinkOwn(path: string, target: string): void {
  try {
    if (lstatSync(path).isSymbolicLink() && readlinkSync(path) === target) unlinkSync(path)
  } catch {
    // The command has removed it.
  }
}

/** Moves a file, unless the name is taken or the real home is not writable. */
function moveIfFree(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return
  try {
    renameSync(from, to)
  } catch {
    copyOver(from, to)
  }
}

/** Copies a file, because temporary folders are often on another disk, where a rename is not possible. */
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
    // An incomplete copy leaves the original in place, and its folder is reported.
  }
}

/** Removes an empty folder, and returns whether it no longer exists. */
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
    // Without a readable home folder there are no entries.
    return []
  }
}

function link(target: string, path: string): void {
  try {
    // Windows allows every user to link folders this way, but not files: the command runs without those.
    symlinkSync(target, path, isFolder(target) ? 'junction' : 'file')
  } catch {
    return
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Returns the value of `PMX_LOCAL_URL` for commands in a session, which is the address of its daemon. */
export function sessionAddressOf(port: number): string {
  return `http://localhost:${port}`
}
