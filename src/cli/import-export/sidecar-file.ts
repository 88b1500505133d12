import { existsSync, readFileSync, statSync } from 'node:fs'
import { BadRow, type SeriesNote } from '../../candles/store/import-candles.js'
import { writeFileAtomically } from './file-sink.js'
import { fromNoteJson, toNoteJson } from './series-notes.js'

/** Returns the path of the sidecar file, for export formats without a place for notes. */
export function sidecarPathOf(file: string): string {
  return `${file}.coverage`
}

/** Writes the sidecar file after the export, with the export's size, so that it does not apply to another file of that name. */
export function writeSidecar(file: string, notes: readonly SeriesNote[]): void {
  const lines = [{ of: statSync(file).size }, ...notes.map(toNoteJson)]
  writeFileAtomically(
    sidecarPathOf(file),
    lines.map((line) => `${JSON.stringify(line)}\n`),
  )
}

/**
 * Reads the sidecar file of an export: its notes, and whether they are about a file of this size. No notes without a sidecar.
 * @throws BadRow for an invalid file
 */
export function readSidecar(file: string): {
  readonly notes: readonly SeriesNote[]
  readonly isOfFile: boolean
} {
  const path = sidecarPathOf(file)
  if (!existsSync(path)) return { notes: [], isOfFile: true }
  const [head, ...notes] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parse)
  const size = typeof head === 'object' && head !== null && 'of' in head ? head.of : undefined
  return {
    notes: notes.map((value, index) => fromNoteJson(value, index + 2)),
    isOfFile: size === statSync(file).size,
  }
}

function parse(text: string, index: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRow(index + 1, `coverage: ${error instanceof Error ? error.message : 'this is no JSON'}`)
  }
}
