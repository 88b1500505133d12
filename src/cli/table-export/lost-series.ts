import { existsSync } from 'node:fs'
import { joinSpans, type Span, subtract } from '../../api/times/span.js'
import { type SeriesIdentity, seriesNameOf } from '../../candles/store/candle-store.js'
import { BadRow, type SeriesNote } from '../../candles/store/import-candles.js'
import { readSidecar } from '../import-export/sidecar-file.js'

/**
 * Returns the series in a file, according to its sidecar file, that would lose candles if the file were replaced. These
 * are candles of series that were not selected, or that have since been deleted from the database. Without a sidecar
 * file, the result is unknown.
 * @param notesNow returns the notes of the series in the new file; not called for a new path
 */
export function findLostSeries(path: string, notesNow: () => Iterable<SeriesNote>): SeriesIdentity[] {
  const before = existsSync(path) ? notesOf(path) : []
  if (before.length === 0) return []
  const now = new Map([...notesNow()].map((note) => [seriesNameOf(note.identity), knownIn(note)]))
  return before
    .filter((note) => {
      const name = seriesNameOf(note.identity)
      return dataIn(note).some((span) => subtract(span, now.get(name) ?? []).length > 0)
    })
    .map(({ identity }) => identity)
}

function dataIn({ coverage }: SeriesNote): Span[] {
  return joinSpans(coverage.filter(({ kind }) => kind === 'data'))
}

/** Returns the open times whose candles are all in the database, or are fetched again. */
function knownIn({ coverage, provisional }: SeriesNote): Span[] {
  const fetched = coverage.filter(({ kind }) => kind === 'data' || kind === 'proven_empty')
  return joinSpans([...fetched, ...provisional])
}

function notesOf(path: string): readonly SeriesNote[] {
  try {
    const sidecar = readSidecar(path)
    return sidecar === 'none' || 'ofAnother' in sidecar ? [] : sidecar
  } catch (error) {
    if (error instanceof BadRow) return []
    throw error
  }
}
