import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Where things lie on this machine. */
export interface Paths {
  /** Our own folder: database, log, instance files. */
  readonly stateDir: string
  /** The SDKs' folder. */
  readonly sdkDir: string
}

/**
 * Our folder by the platform's convention, the SDKs' under the home folder (api/README.md, "Finding the
 * daemon").
 */
export function resolvePaths(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: string = homeFolder(),
): Paths {
  return { stateDir: stateDirOf(environment, platform, home), sdkDir: join(home, '.pmxt') }
}

/** An empty HOME would make the folders of this user those of whatever folder he stands in. */
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

/** Files of the state folder. */
export function stateFilesIn(stateDir: string) {
  return {
    config: join(stateDir, 'config.json'),
    /** Who holds the folder; there is one daemon a folder. */
    instance: join(stateDir, 'instance.json'),
    log: join(stateDir, 'daemon.log'),
  } as const
}

/**
 * Files about what the venues answer. A demo world of another seed has others, so that no two worlds mix, nor with the
 * real one.
 * @param demoSeed seed of the demo world whose files are meant; undefined for the live venues
 */
export function worldFilesIn(stateDir: string, demoSeed: number | undefined) {
  const world = demoSeed === undefined ? '' : `-demo-${demoSeed}`
  return {
    candles: join(stateDir, `candles${world}.db`),
    /** Lists of the live venues: those of a demo world are read when they are asked for. */
    catalog: demoSeed === undefined ? join(stateDir, 'catalog.db') : undefined,
    /** Every order that was sent, and what became of it. */
    orders: join(stateDir, `orders${world}.db`),
    /** What is pinned, which commands write. */
    pins: join(stateDir, `pins${world}.json`),
    /** What the user said of markets of several venues, which commands write. */
    links: join(stateDir, `links${world}.json`),
    /** How far that is captured, which the daemon writes. */
    captures: join(stateDir, `pin-captures${world}.json`),
    /** How those are doing that are sampled, which the daemon writes too. */
    samples: join(stateDir, `pin-samples${world}.json`),
  } as const
}

/** Files of the SDKs' folder. */
export function sdkFilesIn(sdkDir: string) {
  return { lock: join(sdkDir, 'server.lock'), log: join(sdkDir, 'server.log') } as const
}
