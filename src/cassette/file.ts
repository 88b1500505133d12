import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CassetteError } from './error.js'
import { type Cassette, parseCassette, renderCassette } from './format.js'

/**
 * Reads a cassette, packed when its name ends in `.gz`.
 * @throws CassetteError naming the file and what is wrong with it; also when there is none
 */
export function readCassette(path: string): Cassette {
  return parseCassette(readCassetteText(path), basename(path))
}

/**
 * The text of a cassette, unpacked and not yet read.
 * @throws CassetteError when there is no such file, or it cannot be unpacked
 */
export function readCassetteText(path: string): string {
  return unpack(path, readBytes(path))
}

/** As {@link readCassette}; undefined when there is no such file. */
export function readCassetteIfThere(path: string): Cassette | undefined {
  try {
    return readCassette(path)
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    throw error
  }
}

class MissingFile extends CassetteError {}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new MissingFile(`There is no cassette ${path}.`)
    throw new CassetteError(`The cassette ${path} cannot be read: ${messageOf(error)}`)
  }
}

function unpack(path: string, bytes: Buffer): string {
  if (!isPacked(path)) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch (error) {
    throw new CassetteError(`${basename(path)} cannot be unpacked (cut off or damaged): ${messageOf(error)}`)
  }
}

/**
 * Writes a cassette whole or not at all: the same content always gives the same bytes. A link stays one, and who may
 * read a file that is there already stays as it is.
 * @param unique a name for the draft beside it that nobody else uses
 * @throws CassetteError when the folder cannot be written
 */
export function writeCassette(path: string, cassette: Cassette, unique: string): void {
  const text = Buffer.from(renderCassette(cassette))
  const target = behindLinks(path)
  const draft = join(dirname(target), `.${basename(target)}.${unique}`)
  try {
    writeDurably(draft, isPacked(path) ? pack(text) : text, modeOf(target))
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new CassetteError(`The cassette ${path} cannot be written: ${messageOf(error)}`)
  }
}

/** The file that a name stands for, whether it exists yet or not. */
export function behindLinks(path: string): string {
  let target = path
  for (let links = 0; links < MOST_LINKS; links++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new CassetteError(`${path} is a link that leads nowhere.`)
}

/** As many as the systems follow. */
const MOST_LINKS = 40

/** Undefined for a file that is not there yet. */
function modeOf(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  return mode === undefined ? undefined : mode & 0o777
}

function writeDurably(path: string, bytes: Buffer, mode: number | undefined): void {
  const file = openSync(path, 'wx', mode ?? 0o644)
  try {
    // What was asked for at the opening is narrowed by the umask, which a file that had more must not be.
    if (mode !== undefined) fchmodSync(file, mode)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Place of the byte in a gzip header that names the system; zlib leaves the time beside it empty. */
const GZIP_OS_BYTE = 9
const GZIP_OS_UNKNOWN = 255

function pack(text: Buffer): Buffer {
  const packed = gzipSync(text, { level: 9 })
  packed[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN
  return packed
}

function isPacked(path: string): boolean {
  return path.endsWith('.gz')
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
