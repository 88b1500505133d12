import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import type { SecretFile } from '../../config/credentials.js'

/** Maximum size of a key file, bytes. A larger file is not a key. */
const MAX_BYTES = 100_000

/**
 * Reads a file with one secret of the configuration, and its permissions.
 * @throws Error with the reason if the file cannot be read
 */
export function readSecretFile(path: string): SecretFile {
  const file = openSync(path, 'r')
  try {
    // The metadata of the open file, since its name could point to another file by now.
    const { mode, uid, size } = fstatSync(file)
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes and is not a key`)
    const isPosix = process.platform !== 'win32'
    return {
      text: readFileSync(file, 'utf8'),
      mode: isPosix ? mode & 0o777 : undefined,
      isOwn: !isPosix || uid === process.getuid?.(),
    }
  } finally {
    closeSync(file)
  }
}
