import { readFileSync, statSync } from 'node:fs'

/** Changes whenever a file does that is replaced and never written into. */
function versionOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts === undefined ? 'none' : `${facts.ino} ${facts.mtimeMs} ${facts.size}`
}

/** Undefined where there is none. @throws the system's refusal */
export function readFileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * What a file says, read again only when it is another one; one that cannot be read is tried each time. What is returned
 * throws what `read` does, and the system's refusal.
 */
export function createFileReader<Said>(path: string, read: (path: string) => Said): () => Said {
  let last: { readonly version: string; readonly said: Said } | undefined
  return () => {
    const version = versionOf(path)
    if (last?.version !== version) last = { version, said: read(path) }
    return last.said
  }
}
