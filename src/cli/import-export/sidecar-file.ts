import { existsSync, readFileSync, statSync } from 'node:fs'
import { BadRow, type SeriesNote } from '../../candles/store/import-candles.js'
import { writeFileAtomically } from './file-sink.js'
import { fromNoteJson, toNoteJson } from './series-notes.js'

/** The file beside an export whose format has no room for what is known of its series. */
export function sidecarPathOf(file: string): string {
  return `${file}.coverage`
}

/** Writes it after the export, whose size it names: beside another file of that name it would tell untruths. */
export function writeSidecar(file: string, notes: readonly SeriesNote[]): void {
  const lines = [{ of: statSync(file).size }, ...notes.map(toNoteJson)]
  writeFileAtomically(
    sidecarPathOf(file),
    lines.map((line) => `${JSON.stringify(line)}\n`),
  )
}

/**
 * What lies beside a file: notes, nothing, or something about a file of another size.
 * @throws BadRow for what cannot be read
 */
export function readSidecar(file: string): readonly SeriesNote[] | 'none' | 'of another' {
  const path = sidecarPathOf(file)
  if (!existsSync(path)) return 'none'
  const [head, ...notes] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parse)
  const size = typeof head === 'object' && head !== null && 'of' in head ? head.of : undefined
  if (size !== statSync(file).size) return 'of another'
  return notes.map((value, index) => fromNoteJson(value, index + 2))
}

function parse(text: string, index: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRow(index + 1, `coverage: ${error instanceof Error ? error.message : 'this is no JSON'}`)
  }
}
