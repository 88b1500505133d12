import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { messageOf } from '../../api/envelope/errors.js'
import { CassetteError, MissingFile } from './cassette-error.js'
import {
  type Cassette,
  isFailure,
  parseLine,
  parseLines,
  type RecordedEntry,
  renderLines,
  type StoredEntry,
} from './format.js'
import { type FileLine, isPacked, type LineFile, type OnBytes, openLines, PIECE_BYTES } from './line-file.js'
import { holdInFile, holdInMemory } from './recorded-stream.js'

/** A cassette whose responses are read from its file on demand. */
export interface StoredCassette {
  readonly cassette: Cassette<StoredEntry>
  /** Closes the file. Afterwards no response can be read. */
  close(): void
}

/**
 * Reads a cassette with all its responses; gzip when the name ends in `.gz`.
 * @throws CassetteError with the file and the reason; also when the file does not exist
 */
export function readCassette(path: string): Cassette {
  const file = openLines(path)
  try {
    return parseLines(file.lines(), basename(path), (entry) => entry, holdInMemory)
  } finally {
    file.close()
  }
}

/**
 * Opens a cassette of any size. Its responses stay in the file.
 * @throws CassetteError as {@link readCassette}
 */
export function openCassetteFile(path: string, onBytes?: OnBytes): StoredCassette {
  const name = basename(path)
  return readFromFile(openLines(path, onBytes), (file) =>
    parseLines(
      file.lines(),
      name,
      (entry, line) => toStored(entry, line, file, name),
      holdInFile(file, name),
    ),
  )
}

/** Like {@link openCassetteFile}, or undefined if the file does not exist. */
export function openCassetteIfThere(path: string, onBytes?: OnBytes): StoredCassette | undefined {
  try {
    return openCassetteFile(path, onBytes)
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    throw error
  }
}

/** Reads a cassette, and closes the file if that fails. */
export function readFromFile(
  file: LineFile,
  read: (file: LineFile) => Cassette<StoredEntry>,
): StoredCassette {
  try {
    return { cassette: read(file), close: () => file.close() }
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * Returns an entry whose response stays in the file.
 * @param name of the file, for messages
 */
export function toStored(
  { answer, ...head }: RecordedEntry,
  { offset, length, number }: FileLine,
  file: LineFile,
  name: string,
): StoredEntry {
  return {
    ...head,
    failed: isFailure(answer),
    load() {
      const read = parseLine(file.read(offset, length), name, number)
      if (!('answer' in read)) throw new CassetteError(`${name}: line ${number} has changed.`)
      return read.answer
    },
  }
}

/**
 * Writes a cassette atomically. The same content always results in the same bytes. A symbolic link stays a link, and the
 * mode of an existing file does not change.
 * @param unique a unique name for the draft in the same folder
 * @throws CassetteError when the folder cannot be written
 */
export function writeCassette(
  path: string,
  cassette: Cassette<RecordedEntry | StoredEntry>,
  unique: string,
  onBytes: OnBytes = () => {},
): void {
  const target = resolveLinks(path)
  const draft = join(dirname(target), `.${basename(target)}.${unique}`)
  try {
    const lines = renderLines(cassette)
    const pieces = isPacked(path) ? packed(gather(lines, PACK_BYTES)) : gather(lines, PIECE_BYTES)
    writeDurably(draft, pieces, modeOf(target), onBytes)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new CassetteError(`The cassette ${path} cannot be written: ${messageOf(error)}`)
  }
}

/** Returns the file at the end of symbolic links, whether it exists or not. */
export function resolveLinks(path: string): string {
  let target = path
  for (let links = 0; links < MAX_LINKS; links++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new CassetteError(`${path} is a broken symbolic link.`)
}

/** The limit that operating systems impose. */
const MAX_LINKS = 40

/** Undefined for a file that does not exist. */
function modeOf(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  return mode === undefined ? undefined : mode & 0o777
}

function writeDurably(
  path: string,
  pieces: Iterable<Buffer>,
  mode: number | undefined,
  onBytes: OnBytes,
): void {
  const file = openSync(path, 'wx', mode ?? 0o644)
  try {
    // The umask narrows the mode of `openSync`, but an existing file must keep its mode.
    if (mode !== undefined) fchmodSync(file, mode)
    for (const bytes of pieces) {
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      onBytes(bytes.length)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Offset of the operating system in a gzip header. zlib leaves the time field empty. */
const GZIP_OS_BYTE = 9
const GZIP_OS_UNKNOWN = 255

/** Size of a compressed piece, bytes. Each piece is a gzip file, and concatenated gzip files are one too. */
const PACK_BYTES = 16 * PIECE_BYTES

function* packed(pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces) {
    const bytes = gzipSync(piece, { level: 9 })
    bytes[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN
    yield bytes
  }
}

/** Joins lines as bytes; each piece exceeds the minimum by less than a line. */
function* gather(lines: Iterable<string>, least: number): Generator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for (const line of lines) {
    const more = Buffer.from(line)
    held.push(more)
    bytes += more.length
    if (bytes < least) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
