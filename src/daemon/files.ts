import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder only its owner can enter. */
export function ensurePrivateDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

/** The parsed file; undefined when it is absent, half-written or no JSON. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Writes whole or not at all, readable by the owner only. */
export function writeJsonAtomically(path: string, value: unknown, unique: string): void {
  const draft = draftPath(path, unique)
  writeDraft(draft, value)
  renameSync(draft, path)
}

/** As {@link writeJsonAtomically}, but false and without effect when the file exists. */
export function createJsonExclusively(path: string, value: unknown, unique: string): boolean {
  const draft = draftPath(path, unique)
  writeDraft(draft, value)
  try {
    // A link fails when its name is taken, and what appears under the name is whole from the first moment.
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function draftPath(path: string, unique: string): string {
  return join(dirname(path), `.${basename(path)}.${unique}`)
}

function writeDraft(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}
