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

/** A cassette whose answers are read from its file one by one, as they are asked for. */
export interface StoredCassette {
  readonly cassette: Cassette<StoredEntry>
  /** After that no answer can be read. */
  close(): void
}

/**
 * Reads a cassette with all its answers, packed when its name ends in `.gz`.
 * @throws CassetteError naming the file and what is wrong with it; also when there is none
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
 * Reads a cassette of any size: its answers stay in the file.
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

/** As {@link openCassetteFile}; undefined when there is no such file. */
export function openCassetteIfThere(path: string, onBytes?: OnBytes): StoredCassette | undefined {
  try {
    return openCassetteFile(path, onBytes)
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    throw error
  }
}

/** Closes the file when it cannot be read as a cassette. */
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

/** @param name of the file, for messages */
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
 * Writes a cassette whole or not at all: the same content always gives the same bytes. A link stays one, and who may
 * read a file that is there already stays as it is.
 * @param unique a name for the draft beside it that nobody else uses
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

/** The file that a name stands for, whether it exists yet or not. */
export function resolveLinks(path: string): string {
  let target = path
  for (let links = 0; links < MAX_LINKS; links++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new CassetteError(`${path} is a link that leads nowhere.`)
}

/** As many as the systems follow. */
const MAX_LINKS = 40

/** Undefined for a file that is not there yet. */
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
    // What was asked for at the opening is narrowed by the umask, which a file that had more must not be.
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

/** Place of the byte in a gzip header that names the system; zlib leaves the time beside it empty. */
const GZIP_OS_BYTE = 9
const GZIP_OS_UNKNOWN = 255

/** What is packed at once, bytes: each such piece is a whole gzip file, and one after the other they are one as well. */
const PACK_BYTES = 16 * PIECE_BYTES

function* packed(pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces) {
    const bytes = gzipSync(piece, { level: 9 })
    bytes[GZIP_OS_BYTE] = GZIP_OS_UNKNOWN
    yield bytes
  }
}

/** Lines together as bytes, each piece longer than the least by less than a line. */
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
