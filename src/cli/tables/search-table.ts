import { findEventEnd } from '../../api/times/event-end.js'
import type { Paint } from '../output/colors.js'
import { shorten, toPrintable } from '../output/display-width.js'
import { formatCompact, UNKNOWN } from '../output/numbers.js'
import { formatMinute } from '../output/times.js'
import { type Column, measureWithoutFirstColumn, renderTable } from './table.js'

/** The members of an event that the table shows. */
export interface FoundEvent {
  readonly id: string
  readonly title: string
  readonly sourceExchange: string
  readonly volume24h?: number | undefined
  readonly markets: readonly { readonly resolutionDate?: string | undefined }[]
  /** The same value for equivalent events, which are next to each other. */
  readonly questionId?: string | undefined
}

const columns: readonly Column[] = [
  { title: 'title' },
  { title: 'venue' },
  { title: 'markets', align: 'right' },
  { title: '24h volume', align: 'right' },
  { title: 'ends (UTC)' },
]

const MIN_TITLE = 24
const MAX_TITLE = 80

/** Marks the title of an event equivalent to the one above. */
const SAME = '= '

function isSame(questionId: string | undefined, before: FoundEvent | undefined): boolean {
  return questionId !== undefined && questionId === before?.questionId
}

/** Renders one row per event and, below it, the id that every command and call accepts. @param width of the terminal */
export function renderSearchResults(events: readonly FoundEvent[], width: number, paint: Paint): string[] {
  const cells = events.map((event) => ['', ...factCells(event)])
  const room = width - measureWithoutFirstColumn(columns, cells)
  const titleWidth = Math.max(MIN_TITLE, Math.min(MAX_TITLE, room))
  const rows = events.map(({ title, questionId }, index) => [
    shorten(`${isSame(questionId, events[index - 1]) ? SAME : ''}${toPrintable(title)}`, titleWidth),
    ...(cells[index] ?? []).slice(1),
  ])
  const [header = '', ...lines] = renderTable(columns, rows, paint)
  return [
    header,
    ...events.flatMap(({ id }, index) => [lines[index] ?? '', paint('dim', `  event ${toPrintable(id)}`)]),
  ]
}

function factCells({ sourceExchange, volume24h, markets }: FoundEvent): readonly string[] {
  return [toPrintable(sourceExchange), String(markets.length), formatCompact(volume24h), endOf(markets)]
}

function endOf(markets: FoundEvent['markets']): string {
  const end = findEventEnd(markets)
  return end === undefined ? UNKNOWN : formatMinute(end)
}
