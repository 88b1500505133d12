import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BadRow, type SeriesNote } from '../../candles/store/import-candles.js'
import { writeFileAtomically } from './file-sink.js'
import { fromNoteJson, toNoteJson } from './series-notes.js'

/**
 * Returns the path of an export's sidecar file, which describes the times between its candles. Its name begins with an
 * underscore, because readers of a whole folder skip these files.
 */
export function sidecarPathOf(file: string): string {
  return join(dirname(file), `_${basename(file)}.coverage`)
}

/** Earlier versions wrote it here. */
function formerPathOf(file: string): string {
  return `${file}.coverage`
}

/** Data about a whole export, by venue. */
export interface ExportFacts {
  /** The price basis: `trade`, `mid` or `point`. */
  readonly basis: Readonly<Record<string, string>>
  /** `live`, the simulation with its seed, or the address of another source. */
  readonly origin: Readonly<Record<string, string>>
  /** The position after the newest change in the file, for the next `--stored-since`. */
  readonly cursor?: string
}

/** The origin of some candles. */
interface ExportSource {
  readonly venue: string
  readonly basis: string
  /** '' stands for the venue itself. */
  readonly origin: string
}

/** Collects the data about an export. */
export function toExportFacts(sources: readonly ExportSource[]): ExportFacts {
  const byVenue = (of: (source: ExportSource) => string): Record<string, string> => {
    const values = new Map<string, Set<string>>()
    for (const source of sources)
      values.set(source.venue, (values.get(source.venue) ?? new Set()).add(of(source)))
    return Object.fromEntries([...values].map(([venue, all]) => [venue, [...all].join(', ')]))
  }
  return {
    basis: byVenue(({ basis }) => basis),
    origin: byVenue(({ origin }) => (origin === '' ? 'live' : origin)),
  }
}

/**
 * Writes the sidecar file after the export, with the export's size, so it does not apply to another file with that name.
 */
export async function writeSidecar(
  file: string,
  facts: ExportFacts,
  notes: Iterable<SeriesNote>,
): Promise<void> {
  const head = { of: statSync(file).size, ...facts }
  await writeFileAtomically(sidecarPathOf(file), linesOf(head, notes))
}

function* linesOf(head: object, notes: Iterable<SeriesNote>): Generator<string> {
  yield `${JSON.stringify(head)}\n`
  for (const note of notes) yield `${JSON.stringify(toNoteJson(note))}\n`
}

/**
 * Reads the sidecar file of an export. Returns notes, nothing, or the path of a sidecar file that describes a file of a
 * different size.
 * @throws BadRow for an invalid file
 */
export function readSidecar(file: string): readonly SeriesNote[] | 'none' | { readonly ofAnother: string } {
  const path = [sidecarPathOf(file), formerPathOf(file)].find((one) => existsSync(one))
  if (path === undefined) return 'none'
  const [head, ...notes] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parse)
  const size = typeof head === 'object' && head !== null && 'of' in head ? head.of : undefined
  if (size !== statSync(file).size) return { ofAnother: path }
  return notes.map((value, index) => fromNoteJson(value, index + 2))
}

function parse(text: string, index: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new BadRow(index + 1, `coverage: ${error instanceof Error ? error.message : 'not valid JSON'}`)
  }
}
