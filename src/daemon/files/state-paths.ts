import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Folders on this machine. */
export interface Paths {
  /** The state folder: database, log, instance files. */
  readonly stateDir: string
  /** The SDKs' folder. */
  readonly sdkDir: string
}

/**
 * Returns the state folder by the platform's convention, and the SDKs' folder under the home folder (api/README.md, "Finding
 * the daemon").
 */
export function resolvePaths(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): Paths {
  return { stateDir: stateDirOf(environment, platform, home), sdkDir: join(home, '.pmxt') }
}

/** Returns the home folder. With an empty HOME, paths would be relative to the working folder. */
function homeFolder(): string {
  return homedir() || userInfo().homedir
}

function stateDirOf(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'win32') {
    return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'pmx-local')
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'pmx-local')
  return join(environment['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'pmx-local')
}

/** Returns the paths of files in the state folder. */
export function stateFilesIn(stateDir: string) {
  return {
    config: join(stateDir, 'config.json'),
    /** The lock of the folder; each folder has one daemon. */
    instance: join(stateDir, 'instance.json'),
    log: join(stateDir, 'daemon.log'),
  } as const
}

/**
 * Returns the paths of data files of the venues. Each simulation seed has its own files, so data never mixes with another
 * seed's data or with live data.
 * @param demoSeed seed of the simulation, or undefined for the live venues
 */
export function worldFilesIn(stateDir: string, demoSeed: number | undefined) {
  const world = demoSeed === undefined ? '' : `-demo-${demoSeed}`
  return {
    candles: join(stateDir, `candles${world}.db`),
    /** Market catalogs of the live venues. A simulation reads its lists on request. */
    catalog: demoSeed === undefined ? join(stateDir, 'catalog.db') : undefined,
    /** Every order that was sent, with its outcome. */
    orders: join(stateDir, `orders${world}.db`),
    /** Pinned series, written by commands. */
    pins: join(stateDir, `pins${world}.json`),
    /** The user's links between markets of several venues, written by commands. */
    links: join(stateDir, `links${world}.json`),
    /** Capture progress of pinned series, written by the daemon. */
    captures: join(stateDir, `pin-captures${world}.json`),
    /** State of sampled series, written by the daemon. */
    samples: join(stateDir, `pin-samples${world}.json`),
  } as const
}

/** Returns the paths of files in the SDKs' folder. */
export function sdkFilesIn(sdkDir: string) {
  return { lock: join(sdkDir, 'server.lock'), log: join(sdkDir, 'server.log') } as const
}
