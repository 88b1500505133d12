import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of one command that runs against a daemon of its own. */
export interface ChildHome {
  /** The daemon's state folder. */
  readonly stateDir: string
  /** Where the SDKs look for their server. */
  readonly sdkDir: string
  /** Environment for the command, without what would send its clients elsewhere. */
  environment(port: number, token: string | undefined): NodeJS.ProcessEnv
  remove(): void
}

/** Variables with which an SDK would not look for the daemon, or would stop it (contract: http, section 1). */
const misleading = ['PMXT_BASE_URL', 'PMXT_API_KEY', 'PMXT_ALWAYS_RESTART'] as const

/**
 * Makes a home folder that is the user's own but for the SDKs' folder in it: each entry of the real one is linked.
 * The SDKs know no other way to their server than a lock file under the home folder, and a base URL in the environment
 * would turn them into clients of the hosted service, which refuse orders. With the links the command's own tools
 * still find their settings, caches and packages; only what it creates anew directly in its home goes with it.
 */
export function createChildHome(environment: NodeJS.ProcessEnv, real: string = homedir()): ChildHome {
  const root = mkdtempSync(join(tmpdir(), 'pmx-local-run-'))
  const home = join(root, 'home')
  const stateDir = join(root, 'state')
  mkdirSync(home, { mode: 0o700 })
  for (const name of entriesOf(real)) if (name !== '.pmxt') link(join(real, name), join(home, name))
  return {
    stateDir,
    sdkDir: join(home, '.pmxt'),
    environment(port, token) {
      const kept = Object.entries(environment).filter(([name]) => !misleading.some((bad) => bad === name))
      return {
        ...Object.fromEntries(kept),
        HOME: home,
        USERPROFILE: home,
        PMX_LOCAL_STATE_DIR: stateDir,
        PMX_LOCAL_URL: `http://localhost:${port}`,
        ...(token === undefined ? {} : { PMX_LOCAL_TOKEN: token }),
      }
    },
    // Links are removed, never followed.
    remove: () => rmSync(root, { recursive: true, force: true }),
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
