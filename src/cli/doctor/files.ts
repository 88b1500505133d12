import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '../../api/envelope/errors.js'
import { assertNotHidden, assertPrivateDir, OpenFolder } from '../../daemon/files/private-files.js'
import { type Paths, sdkFilesIn, stateFilesIn, worldFilesIn } from '../../daemon/files/state-paths.js'
import { isAlive } from '../../daemon/lifecycle/process-identity.js'
import { probeHealth, readSdkLock } from '../../daemon/lifecycle/sdk-lockfile.js'
import { isRunning, readInstance } from '../../daemon/lifecycle/state-folder-lock.js'
import { runQuickCheckInThread } from '../../storage/check.js'
import { measureDatabase } from '../../storage/files.js'
import { type DoctorFinding, findingsOf } from './finding.js'

const { ok, note, bad } = findingsOf('files')

const MEGABYTE = 1_000_000
/** Below this size, the finding is a note. A day of busy lists and candles needs less. */
const LITTLE_SPACE = 1_000 * MEGABYTE
/** SQLite needs space for its log next to the file. */
const NO_SPACE = 100 * MEGABYTE

/** Checks that the state folder exists, is accessible only to its owner, and has free space. */
export async function checkFolder({ stateDir }: Pick<Paths, 'stateDir'>): Promise<readonly DoctorFinding[]> {
  if (!existsSync(stateDir)) return checkPlace(stateDir, above(stateDir))
  if (!isFolder(stateDir)) {
    const said = `${stateDir} is a file, but must be the state folder`
    return [bad('state folder', said, { fix: moveAway(stateDir) })]
  }
  try {
    assertPrivateDir(stateDir)
  } catch (error) {
    if (!(error instanceof OpenFolder)) throw error
    return [bad('state folder', error.message, { fix: `chmod go-w '${stateDir}'` })]
  }
  return [ok('state folder', stateDir), ...checkRights(stateDir), await checkSpace(stateDir)]
}

/** Checks whether a missing folder can be created in its nearest existing parent. */
async function checkPlace(stateDir: string, nearest: string): Promise<readonly DoctorFinding[]> {
  const elsewhere = { fix: 'choose another folder with --state-dir' }
  if (!isFolder(nearest)) {
    const said = `${stateDir} cannot be created: ${nearest} is a file`
    return [bad('state folder', said, elsewhere)]
  }
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch (error) {
    return [bad('state folder', `${stateDir} cannot be created: ${messageOf(error)}`, elsewhere)]
  }
  return [
    ok('state folder', `${stateDir} does not exist yet; the first start creates it`),
    await checkSpace(nearest),
  ]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function moveAway(path: string): string {
  return `mv '${path}' '${path}.old'`
}

/** Returns a finding if there is a folder in place of a file, so that it can be neither read nor written. */
function folderAt(subject: string, path: string): DoctorFinding | undefined {
  if (!isFolder(path)) return undefined
  return bad(subject, `${path} is a folder, but must be a file`, { fix: moveAway(path) })
}

function above(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(parent) ? parent : above(parent)
}

/** Checks that other users cannot read files that contain tokens or requests. */
function checkRights(stateDir: string): readonly DoctorFinding[] {
  if (process.platform === 'win32') return []
  const { instance, log, config } = stateFilesIn(stateDir)
  const { candles, catalog } = worldFilesIn(stateDir, undefined)
  // A folder in place of a database is reported by the check of databases.
  const databases = [candles, ...(catalog === undefined ? [] : [catalog])].filter((path) => !isFolder(path))
  return [instance, log, config, ...databases].flatMap((path) => {
    const folder = folderAt('rights', path)
    if (folder !== undefined) return [folder]
    try {
      assertNotHidden(path)
    } catch (error) {
      return [bad('rights', messageOf(error), { fix: `sudo chown "$USER" '${path}'` })]
    }
    const isOpen = existsSync(path) && (statSync(path).mode & 0o077) !== 0
    return isOpen ? [note('rights', `other users can read ${path}`, { fix: `chmod 600 '${path}'` })] : []
  })
}

async function checkSpace(folder: string): Promise<DoctorFinding> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return checkDiskSpace(bavail * bsize)
  } catch (error) {
    return note('disk', `cannot determine the free space: ${messageOf(error)}`)
  }
}

/** Returns the finding about free disk space. @param free bytes */
export function checkDiskSpace(free: number): DoctorFinding {
  const said = `${Math.floor(free / MEGABYTE).toLocaleString('en')} MB free`
  const facts = { freeBytes: free }
  if (free >= LITTLE_SPACE) return ok('disk', said, { facts })
  const mend = 'pmx-local cache prune --before 90d'
  return free < NO_SPACE
    ? bad('disk', `${said}: too little to store anything`, { facts, fix: mend })
    : note('disk', said, { facts, fix: mend })
}

/** Checks the two files by which daemons are found. */
export async function checkLocks(paths: Paths): Promise<readonly DoctorFinding[]> {
  const { instance: path } = stateFilesIn(paths.stateDir)
  const instance = readInstance(path)
  const held =
    instance === undefined
      ? ok('instance file', 'none: no daemon is using the state folder')
      : isRunning(instance)
        ? ok('instance file', `pid ${instance.pid} is using the state folder`)
        : note('instance file', `left by pid ${instance.pid}, which has exited; the next start clears it`)
  return [held, await checkSdkLock(sdkFilesIn(paths.sdkDir).lock, instance?.port)]
}

async function checkSdkLock(path: string, ownPort: number | undefined): Promise<DoctorFinding> {
  const lock = readSdkLock(path)
  if (lock === undefined) {
    return existsSync(path)
      ? bad('SDK lock file', `${path} is not a valid lock file`, { fix: `rm '${path}'` })
      : ok('SDK lock file', 'none; the next start creates it')
  }
  if (!isAlive(lock.pid)) {
    return note('SDK lock file', `left by pid ${lock.pid}, which has exited; the next start replaces it`)
  }
  const health = await probeHealth(lock.port)
  if (health === undefined) {
    const said = `it points to port ${lock.port}, but nothing responds there; process ${lock.pid} is a different program, or it is hung`
    return bad('SDK lock file', said, { fix: 'pmx-local start --takeover' })
  }
  if (health.instanceId === undefined) {
    const said = `it points to the SDK's own server on port ${lock.port}`
    return note('SDK lock file', said, { fix: 'pmx-local start --takeover' })
  }
  return lock.port === ownPort
    ? ok('SDK lock file', `it points to the daemon on port ${lock.port}`)
    : note('SDK lock file', `it points to another pmx-local on port ${lock.port}`, {
        fix: 'pmx-local start --takeover',
      })
}

/** Runs SQLite's own check of the candle and catalog files. */
export async function checkDatabases(
  files: Pick<ReturnType<typeof worldFilesIn>, 'candles' | 'catalog'>,
): Promise<readonly DoctorFinding[]> {
  const kinds: readonly (readonly [string, string | undefined, string])[] = [
    ['candles', files.candles, `mv '${files.candles}' '${files.candles}.damaged'`],
    ['lists', files.catalog, 'pmx-local cache prune --catalog'],
  ]
  const findings = kinds.map(async ([subject, path, mend]): Promise<DoctorFinding[]> => {
    if (path === undefined) return []
    if (!existsSync(path)) return [ok(subject, 'none stored yet')]
    const folder = folderAt(subject, path)
    if (folder !== undefined) return [folder]
    const facts = { path, bytes: measureDatabase(path) }
    const size = `${(facts.bytes / MEGABYTE).toFixed(1)} MB`
    try {
      const damage = await runQuickCheckInThread(path, true)
      if (damage === undefined) return [ok(subject, `${path} is intact, ${size}`, { facts })]
      return [bad(subject, `${path} is damaged: ${damage}`, { facts, fix: mend })]
    } catch (error) {
      return [note(subject, `cannot check ${path} now: ${messageOf(error)}`, { facts })]
    }
  })
  return (await Promise.all(findings)).flat()
}
