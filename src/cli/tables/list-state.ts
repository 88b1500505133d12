import type { ListState } from '../client/response-shapes.js'
import { renderCount } from '../output/counted.js'
import { joinToWidth, toPrintable } from '../output/display-width.js'
import { formatAge, formatMinute } from '../output/times.js'

/** Lists by venue. */
type ListStates = Readonly<Record<string, readonly ListState[]>>

interface Space {
  /** Epoch ms. */
  readonly now: number
  readonly columns: number
}

/** Renders a summary of all lists, such as `lists  kalshi 583 rows (38 s old), polymarket nothing yet (sync in progress, 200 rows so far)`. */
export function listSummary(lists: ListStates, { now, columns }: Space): string[] {
  const parts = named(lists).map(([name, list]) => {
    const { rows, readAt, reading, lastFailure } = list
    const states = [
      ...(readAt === undefined ? [] : [`${formatAge(now - readAt)} old`]),
      ...(reading === undefined ? [] : [`sync in progress, ${renderCount(reading, 'row')} so far`]),
      ...(hasFailed(list) ? [`last sync failed: ${lastFailure?.code}`] : []),
    ]
    return `${name} ${rows === undefined ? 'nothing yet' : renderCount(rows, 'row')} (${states.join('; ')})`
  })
  return indented('lists', joinToWidth(parts, ', ', columns - 'lists'.length - 4))
}

/** Renders one line for each list, with the cause of its last failure and the earliest next sync. Longer lines wrap. */
export function renderListState(lists: ListStates, { now, columns }: Space): string[] {
  const all = named(lists)
  const width = Math.max(0, ...all.map(([name]) => name.length))
  return all.flatMap(([name, list]) => {
    const { rows, readAt, reading, nextAt, lastFailure } = list
    const parts = [
      ...(rows === undefined || readAt === undefined
        ? ['never synced completely']
        : [renderCount(rows, 'row'), `read ${formatMinute(readAt)}, ${formatAge(now - readAt)} ago`]),
      ...(reading === undefined ? [] : [`sync in progress, ${renderCount(reading, 'row')} so far`]),
      ...(nextAt === undefined || nextAt <= now
        ? []
        : [`next sync in ${formatAge(nextAt - now)} at the earliest`]),
    ]
    if (lastFailure !== undefined) {
      const { at, code, message } = lastFailure
      const cause = `last failure ${formatMinute(at)} ${code}: ${toPrintable(message)}`
      parts.push(...joinToWidth(cause.split(' '), ' ', columns - width - 10))
    }
    return indented(name.padEnd(width), joinToWidth(parts, ' · ', columns - width - 10)).map(
      (line) => `  ${line}`,
    )
  })
}

/** Renders the number of left-out rows by venue, and where each one is logged. */
export function renderSkippedRows(skippedRows: Readonly<Record<string, number>>, columns: number): string[] {
  const parts = Object.entries(skippedRows).map(([venue, rows]) => `${venue} ${renderCount(rows, 'row')}`)
  if (parts.length === 0) return []
  const lines = joinToWidth(parts, ', ', columns - 'left out'.length - 4)
  return indented('left out', [...lines, "each with its cause in the log: 'pmx-local logs --level warn'"])
}

/** Names each list. A venue's open list has the venue's name. */
function named(lists: ListStates): [string, ListState][] {
  return Object.entries(lists).flatMap(([venue, states]) =>
    states.map((list): [string, ListState] => [
      list.status === 'active' ? venue : `${venue} ${list.status}`,
      list,
    ]),
  )
}

/** Whether a sync failed since the list was read. */
function hasFailed({ readAt, lastFailure }: ListState): boolean {
  return lastFailure !== undefined && lastFailure.at >= (readAt ?? 0)
}

function indented(title: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `  ${index === 0 ? title : ' '.repeat(title.length)}  ${line}`)
}
