import { eventEnd } from '../../api/times/event-end.js'
import type { Paint } from '../output/colors.js'
import { printable, shorten } from '../output/display-width.js'
import { formatCompact, UNKNOWN } from '../output/numbers.js'
import { formatMinute } from '../output/times.js'
import { type Column, renderTable, widthBesideFirst } from './table.js'

/** What the table shows of an event of any venue. */
export interface FoundEvent {
  readonly id: string
  readonly title: string
  readonly sourceExchange: string
  readonly volume24h?: number | undefined
  readonly markets: readonly { readonly resolutionDate?: string | undefined }[]
  /** Events that ask the same have the same one, and stand next to each other. */
  readonly questionId?: string | undefined
}

const columns: readonly Column[] = [
  { title: 'title' },
  { title: 'venue' },
  { title: 'markets', align: 'right' },
  { title: '24h volume', align: 'right' },
  { title: 'ends (UTC)' },
]

const LEAST_TITLE = 24
const MOST_TITLE = 80

/** Before the title of an event that asks what the one above it asks. */
const SAME = '= '

function isSame(questionId: string | undefined, before: FoundEvent | undefined): boolean {
  return questionId !== undefined && questionId === before?.questionId
}

/** One row an event, and below it the id under which every command and call takes it. @param width of the terminal */
export function foundTable(events: readonly FoundEvent[], width: number, paint: Paint): string[] {
  const cells = events.map((event) => ['', ...factCells(event)])
  const room = width - widthBesideFirst(columns, cells)
  const titleWidth = Math.max(LEAST_TITLE, Math.min(MOST_TITLE, room))
  const rows = events.map(({ title, questionId }, index) => [
    shorten(`${isSame(questionId, events[index - 1]) ? SAME : ''}${printable(title)}`, titleWidth),
    ...(cells[index] ?? []).slice(1),
  ])
  const [header = '', ...lines] = renderTable(columns, rows, paint)
  return [
    header,
    ...events.flatMap(({ id }, index) => [lines[index] ?? '', paint('dim', `  event ${printable(id)}`)]),
  ]
}

function factCells({ sourceExchange, volume24h, markets }: FoundEvent): readonly string[] {
  return [printable(sourceExchange), String(markets.length), formatCompact(volume24h), endOf(markets)]
}

function endOf(markets: FoundEvent['markets']): string {
  const end = eventEnd(markets)
  return end === undefined ? UNKNOWN : formatMinute(end)
}
