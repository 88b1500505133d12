import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { SqlValue } from '../../storage/driver.js'
import type { RowAround } from '../rows/snapshot-rows.js'
import type { PreparedReads } from './reader-sql.js'

/** Rows read at a time, with others getting a turn in between. */
const ROWS_AT_ONCE = 1_000

type Reads = Pick<PreparedReads, 'members' | 'labelsOf'>

/** What belongs to each event. @param events their versions */
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
 * The title of the event of each market, and what its outcomes are called. Where a venue lists its markets apart from its
 * events, the events do not tell which of them are theirs.
 * @param markets their versions
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
  /** The place of its event. */
  readonly at: number
  readonly eventTitle: string
  readonly version: number
  readonly title: string
  readonly labels: readonly string[]
}

/** The markets of some events. */
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

/** What `Yes` and `No` are called says nothing of a market. */
const sides = new Set(['yes', 'no'])

function labelsIn(labels: SqlValue | undefined): readonly string[] {
  if (typeof labels !== 'string') return []
  // Written by the writer, and by nobody else.
  return pickNamingLabels(JSON.parse(labels) as string[])
}

/** What the outcomes of a market are called, without those that are its sides. */
export function pickNamingLabels(labels: readonly string[]): readonly string[] {
  return labels.filter((label) => !sides.has(label.toLowerCase()))
}
