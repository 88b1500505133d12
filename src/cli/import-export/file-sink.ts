import {
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { resolveLinks } from '../../cassette/format/cassette-file.js'
import { isAlive } from '../../daemon/lifecycle/process-identity.js'
import { CommandFailed } from '../output/output.js'

/** Text is written in chunks of about this size. */
const PIECE = 65_536

/** The text or bytes of a file, which may arrive over time. */
type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Writes a file atomically: the file appears only when it is complete. A link stays a link, and an existing file retains
 * its permissions. A device or a pipe is written directly and never replaced. Missing parent folders are created.
 * @throws CommandFailed when it cannot be written
 */
export async function writeFileAtomically(path: string, pieces: Pieces): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const target = resolveLinks(path)
    const there = statSync(target, { throwIfNoEntry: false })
    if (there === undefined || there.isFile()) await replaceFile(target, pieces, there?.mode)
    else await writeInto(openSync(target, 'w'), pieces)
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new CommandFailed(`${path} cannot be written: ${error.message}`)
    throw error
  }
}

/** Compresses pieces with gzip. */
export async function* compressPieces(pieces: Iterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip()
  // A failure of the source ends the loop below with its error.
  pipeline(Readable.from(pieces, { objectMode: false }), gzip, () => undefined)
  for await (const piece of gzip) yield piece as Uint8Array
}

/** Whether the path is now a plain file, which can have a sidecar. */
export function isPlainFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

async function replaceFile(target: string, pieces: Pieces, mode: number | undefined): Promise<void> {
  removeAbandonedDrafts(target)
  const draft = `${target}.${process.pid}.part`
  try {
    const file = openSync(draft, 'w')
    if (mode !== undefined) fchmodSync(file, mode & 0o777)
    await writeInto(file, pieces)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Removes drafts that interrupted commands left behind, which may be large. */
function removeAbandonedDrafts(target: string): void {
  const folder = dirname(target)
  const start = `${basename(target)}.`
  for (const name of namesIn(folder)) {
    if (!name.startsWith(start)) continue
    const pid = /^(\d+)\.part$/.exec(name.slice(start.length))?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // A folder may be writable but not listable.
    return []
  }
}

async function writeInto(file: number, pieces: Pieces): Promise<void> {
  try {
    if (Symbol.iterator in pieces) for (const piece of gathered(pieces)) writeAll(file, piece)
    else for await (const piece of pieces) writeAll(file, piece)
  } finally {
    closeSync(file)
  }
}

/** Writes pieces to a stream no faster than the stream is read. */
export async function writeStream(
  stream: NodeJS.WriteStream,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  let isLost = false
  // A standard stream does not report itself as destroyed after a failure.
  stream.once('error', () => {
    isLost = true
  })
  for (const piece of gathered(pieces)) {
    // A closed reader, such as `head`, never drains, so no more text is produced.
    if (isLost || stream.destroyed || stream.writableEnded) return
    if (!stream.write(piece)) await new Promise<void>((resolve) => waitFor(stream, resolve))
  }
}

function waitFor(stream: NodeJS.WriteStream, resolve: () => void): void {
  const done = (): void => {
    for (const event of ['drain', 'close', 'error']) stream.off(event, done)
    resolve()
  }
  for (const event of ['drain', 'close', 'error']) stream.on(event, done)
}

function writeAll(file: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function* gathered<Piece extends string | Uint8Array>(pieces: Iterable<Piece>): Generator<Piece | string> {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (text !== '') yield text
      text = ''
      yield piece
      continue
    }
    text += piece
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
