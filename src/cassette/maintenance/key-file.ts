import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { messageOf } from '../../api/envelope/errors.js'
import { CassetteError, errorCodeOf } from '../format/cassette-error.js'
import { parseKeys, secretsIn, toValueKey, type ValueKey } from '../format/value-key.js'
import { cassetteOf } from './cassette-journal.js'

/** Returns the path of the key file of a cassette, or of its journal. */
export function keyFileOf(path: string): string {
  return `${cassetteOf(path)}.key`
}

/** Reads the keys next to a cassette, or [] without such a file. @throws CassetteError as {@link parseKeys} */
export function readKeysOf(cassette: string): ValueKey[] {
  const [file, linked] = [keyFileOf(cassette), `${cassette}.key`]
  const text = readIfThere(file) ?? readIfThere(linked)
  return text === undefined ? [] : parseKeys(text, file)
}

/**
 * Returns the key next to a cassette, and creates it if there is none.
 * @param newSecret returns 256 random bits, as hex
 * @throws CassetteError when the file cannot be read or written
 */
export function openKeyOf(cassette: string, newSecret: () => string): ValueKey {
  const [known] = readKeysOf(cassette)
  if (known !== undefined) return known
  const secret = newSecret()
  writeNew(keyFileOf(cassette), [secret])
  return toValueKey(secret)
}

/**
 * Writes the keys of several cassettes next to the merged one, or nothing if they have none.
 * @throws CassetteError when a key file cannot be read or written
 */
export function mergeKeyFiles(from: readonly string[], into: string): void {
  const target = keyFileOf(into)
  const secrets = [...from, into].flatMap((file) => {
    const text = readIfThere(keyFileOf(file))
    return text === undefined ? [] : secretsIn(text, keyFileOf(file))
  })
  const known = readIfThere(target)
  const fresh = [...new Set(secrets)].filter((secret) => known?.includes(secret) !== true)
  if (fresh.length === 0) return
  if (known === undefined) writeNew(target, fresh)
  else append(target, `${fresh.join('\n')}\n`, 'a')
}

const HEAD =
  '# Key of the cassette next to it. Replaying its orders needs this file. With both files, prices and sizes can be recovered.\n'

function writeNew(path: string, secrets: readonly string[]): void {
  append(path, `${HEAD}${secrets.join('\n')}\n`, 'wx')
}

function append(path: string, text: string, flag: 'a' | 'wx'): void {
  try {
    const file = openSync(path, flag, 0o600)
    try {
      writeSync(file, text)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new CassetteError(`The key ${path} cannot be written: ${messageOf(error)}`)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw new CassetteError(`The key ${path} cannot be read: ${messageOf(error)}`)
  }
}
