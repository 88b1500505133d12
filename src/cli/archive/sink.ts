import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { CommandFailed } from '../output.js'

/** Text is gathered into pieces of about this size. */
const PIECE = 65_536

/**
 * Writes text to a file, which appears when it is whole.
 * @throws CommandFailed when it cannot be written
 */
export function writeFileWhole(path: string, pieces: Iterable<string | Uint8Array>): void {
  const draft = `${path}.${process.pid}.part`
  try {
    const file = openSync(draft, 'w')
    try {
      for (const piece of gathered(pieces)) writeAll(file, piece)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    if (error instanceof Error && 'code' in error)
      throw new CommandFailed(`${path} cannot be written: ${error.message}`)
    throw error
  }
}

/** Writes text to a stream no faster than it is read. */
export async function writeStream(stream: NodeJS.WriteStream, pieces: Iterable<string>): Promise<void> {
  for (const piece of gathered(pieces)) {
    // A reader that has left, such as `head`, will never drain.
    if (stream.destroyed || stream.writableEnded) return
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
