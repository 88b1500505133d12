import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder in which others could put files of their own in the place of ours. */
export class OpenFolder extends Error {
  override readonly name = 'OpenFolder'
}

/**
 * Makes a folder that only its owner can enter; one that is there already stays as it is.
 * @throws OpenFolder when others may write into it: nothing of ours is safe there
 */
export function ensurePrivateDir(path: string): void {
  if (!madeFolder(path)) assertPrivateDir(path)
}

/** @throws OpenFolder when others may write into a folder */
export function assertPrivateDir(path: string): void {
  if (process.platform === 'win32') return
  const { mode, gid } = statSync(path)
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.())
  if (!isOpen) return
  throw new OpenFolder(
    (mode & 0o1000) === 0
      ? `Others may write into ${path}, so nothing is kept there. Close it with: chmod go-w '${path}'`
      : `${path} is everybody's, so nothing is kept there. Make a folder of your own in it: mkdir -m 700 '${join(path, 'pmx-local')}'`,
  )
}

/**
 * Makes a folder and those above it, for its owner only; false when it is there already. Node's own way to make folders
 * above never ends where none can be made, such as below /proc.
 */
function madeFolder(path: string): boolean {
  if (isFolder(path)) return false
  const above = dirname(path)
  if (above !== path) madeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    // Somebody else who starts just now was faster.
    if (isFolder(path)) return false
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Opens no link in the place of a file: whoever put it there would choose what is read and written. */
const NO_LINK = constants.O_NOFOLLOW ?? 0

/** Appends to a file that only its owner can read, and that is no link. */
export function appendPrivately(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_LINK, 0o600)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** The parsed file; undefined when it is absent, a link, half-written or no JSON. */
export function readJson(path: string): unknown {
  try {
    const file = openSync(path, constants.O_RDONLY | NO_LINK)
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as unknown
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/**
 * Refuses where {@link readJson} would take what this user may not read for what is not there.
 * @throws the system's refusal; not for a file that is absent
 */
export function assertNotHidden(path: string): void {
  try {
    readFileSync(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/**
 * Writes whole or not at all, readable by the owner only. The bytes are on the disk before the file has its name, so that
 * a crash of the machine leaves the old file or the new one, not an empty one.
 */
export function writeJsonAtomically(path: string, value: unknown, unique: string): void {
  const draft = draftPath(path, unique)
  try {
    writeDraft(draft, value, true)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** As {@link writeJsonAtomically}, but false and without effect when the file exists. */
export function createJsonExclusively(path: string, value: unknown, unique: string): boolean {
  const draft = draftPath(path, unique)
  try {
    writeDraft(draft, value, false)
    return isLinked(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A link fails when its name is taken, and what appears under the name is whole from the first moment. */
function isLinked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function draftPath(path: string, unique: string): string {
  return join(dirname(path), `.${basename(path)}.${unique}`)
}

function writeDraft(path: string, value: unknown, flush: boolean): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush })
}
