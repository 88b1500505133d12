import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { SqlValue } from '../../storage/driver.js'
import type { RowAround } from '../rows/snapshot-rows.js'
import type { PreparedReads } from './reader-sql.js'

/** Rows read between two event-loop yields. */
const ROWS_AT_ONCE = 1_000

type Reads = Pick<PreparedReads, 'members' | 'labelsOf'>

/**
 * Returns the titles and outcome labels of the markets of each event.
 * @param events row versions of the events
 */
export async function readEventContext(
  sql: Reads,
  events: Float64Array,
  turn: EventLoopYield,
): Promise<RowAround[]> {
  const parts = Array.from(events, (): string[] => [])
  for await (const { at, title, labels } of membersOf(sql, events, turn)) parts[at]?.push(title, ...labels)
  return parts.map((texts) => ({ others: [], parts: texts }))
}

/**
 * Returns the event title and the outcome labels of each market. If a venue lists its markets separately from its events, the
 * events do not name their markets.
 * @param markets row versions of the markets
 */
export async function readMarketContext(
  sql: Reads,
  markets: Float64Array,
  events: Float64Array,
  turn: EventLoopYield,
): Promise<RowAround[]> {
  const titles = new Map<number, string>()
  for await (const { eventTitle, version } of membersOf(sql, events, turn)) titles.set(version, eventTitle)
  const rows: RowAround[] = []
  for (let from = 0; from < markets.length; from += ROWS_AT_ONCE) {
    const slice = [...markets.subarray(from, from + ROWS_AT_ONCE)]
    for (const [at, [labels]] of sql.labelsOf.rows(JSON.stringify(slice)).entries()) {
      const title = titles.get(slice[at] as number)
      rows.push({ others: [...(title === undefined ? [] : [title]), ...labelsIn(labels)], parts: [] })
    }
    await turn(true)
  }
  return rows
}

interface Member {
  /** Position of its event in the list. */
  readonly at: number
  readonly eventTitle: string
  readonly version: number
  readonly title: string
  readonly labels: readonly string[]
}

/** Yields the markets of the given events. */
async function* membersOf(sql: Reads, events: Float64Array, turn: EventLoopYield): AsyncGenerator<Member> {
  for (let from = 0; from < events.length; from += ROWS_AT_ONCE) {
    const slice = [...events.subarray(from, from + ROWS_AT_ONCE)]
    for (const [key, eventTitle, version, title, labels] of sql.members.rows(JSON.stringify(slice)))
      yield {
        at: from + Number(key),
        eventTitle: String(eventTitle),
        version: Number(version),
        title: String(title),
        labels: labelsIn(labels),
      }
    await turn(true)
  }
}

/** The labels `Yes` and `No` do not describe a market. */
const sides = new Set(['yes', 'no'])

function labelsIn(labels: SqlValue | undefined): readonly string[] {
  if (typeof labels !== 'string') return []
  // Only the catalog writer writes this column.
  return pickNamingLabels(JSON.parse(labels) as string[])
}

/** Returns the outcome labels of a market without `Yes` and `No`. */
export function pickNamingLabels(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => !sides.has(label.toLowerCase()))
}
