import { readFileSync, statSync } from 'node:fs'

/** Returns a text that changes whenever the file is replaced. It does not detect writes into the same file. */
function versionOf(path: string): string {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts === undefined ? 'none' : `${facts.ino} ${facts.mtimeMs} ${facts.size}`
}

/** Returns the text of a file, or undefined if it does not exist. @throws the system's error */
export function readFileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Creates a reader that parses a file again only after the file was replaced. After a failure the next call tries again. The
 * reader throws the errors of `read` and of the system.
 */
export function createFileReader<Said>(path: string, read: (path: string) => Said): () => Said {
  let last: { readonly version: string; readonly said: Said } | undefined
  return () => {
    const version = versionOf(path)
    if (last?.version !== version) last = { version, said: read(path) }
    return last.said
  }
}
