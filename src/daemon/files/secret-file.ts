import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import type { SecretFile } from '../../config/credentials.js'

/** Longest key file that is read; anything longer is another file. */
const MAX_BYTES = 100_000

/** A file that holds one secret of the configuration, and who may read it. @throws Error saying why it cannot be read */
export function readSecretFile(path: string): SecretFile {
  const file = openSync(path, 'r')
  try {
    // Of the open file: a look at the name could be at another one.
    const { mode, uid, size } = fstatSync(file)
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, which is no key`)
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
