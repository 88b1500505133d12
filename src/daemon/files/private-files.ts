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

/** A folder in which other users could replace the daemon's files. */
export class OpenFolder extends Error {
  override readonly name = 'OpenFolder'
}

/**
 * Creates a folder that only its owner can access. An existing folder is not changed.
 * @throws OpenFolder when other users may write into it, since no file in it is safe
 */
export function ensurePrivateDir(path: string): void {
  if (!madeFolder(path)) assertPrivateDir(path)
}

/** Checks that only the owner can write to a folder. @throws OpenFolder when other users may write into it */
export function assertPrivateDir(path: string): void {
  if (process.platform === 'win32') return
  const { mode, gid } = statSync(path)
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.())
  if (!isOpen) return
  throw new OpenFolder(
    (mode & 0o1000) === 0
      ? `Other users can write to ${path}, so no data is stored there. Run: chmod go-w '${path}'`
      : `${path} is open to all users, so no data is stored there. Create your own folder in it: mkdir -m 700 '${join(path, 'pmx-local')}'`,
  )
}

/**
 * Creates a folder and its parents, for the owner only. Returns false if it already exists. Node's recursive `mkdir` never
 * ends where no folder can be created, such as below /proc.
 */
function madeFolder(path: string): boolean {
  if (isFolder(path)) return false
  const above = dirname(path)
  if (above !== path) madeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    // Another process created it in the meantime.
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

/** Opens no symbolic link in place of a file: its creator would choose what is read and written. */
const NO_LINK = constants.O_NOFOLLOW ?? 0

/** Appends to a file that only its owner can read, and that is not a link. */
export function appendPrivately(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_LINK, 0o600)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Reads and parses a JSON file. Returns undefined if it is absent, a link, incomplete or invalid. */
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
 * Checks that a file is readable or absent, since {@link readJson} returns undefined for an unreadable file too.
 * @throws the system's error; not for an absent file
 */
export function assertNotHidden(path: string): void {
  try {
    readFileSync(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/**
 * Writes a JSON file atomically, readable by the owner only. The bytes are on disk before the file gets its name. After a
 * machine crash, the file has the old or the new content, and is never empty.
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

/** Like {@link writeJsonAtomically}, but returns false and changes nothing if the file exists. */
export function createJsonExclusively(path: string, value: unknown, unique: string): boolean {
  const draft = draftPath(path, unique)
  try {
    writeDraft(draft, value, false)
    return isLinked(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Creates a hard link; returns false if the name is taken. A file under the name is complete from the first moment. */
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
