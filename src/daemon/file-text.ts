import { readFileSync, statSync } from 'node:fs'

/** Changes whenever a file does that is replaced and never written into. */
export function versionOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts === undefined ? 'none' : `${facts.ino} ${facts.mtimeMs} ${facts.size}`
}

/** Undefined where there is none. @throws the system's refusal */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
