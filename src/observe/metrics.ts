import type { SourceId } from '../api/source-ids.js'
import type { VenueId } from '../api/venue-ids.js'
import type { VenueCounters } from '../transport/counters.js'

const counted = ['sent', 'ok', 'failed', 'retried', 'coalesced', 'rateLimited', 'refused'] as const

/** Prometheus text exposition of the venue counters and the process. */
export function renderMetrics(
  counters: ReadonlyMap<SourceId, VenueCounters>,
  facts: {
    readonly uptimeSeconds: number
    readonly residentBytes: number
    /** Rows of lists that could not be read, by venue. */
    readonly skippedRows: ReadonlyMap<VenueId, number>
    /** What happened on streams, by venue. */
    readonly streams: ReadonlyMap<VenueId, Readonly<Record<string, number>>>
    /** What happened at the door for sockets. */
    readonly sockets: Readonly<Record<string, number>>
  },
): string {
  const lines = [
    '# HELP pmx_uptime_seconds Seconds since the daemon started.',
    '# TYPE pmx_uptime_seconds gauge',
    `pmx_uptime_seconds ${facts.uptimeSeconds}`,
    '# HELP pmx_resident_bytes Resident memory of the process.',
    '# TYPE pmx_resident_bytes gauge',
    `pmx_resident_bytes ${facts.residentBytes}`,
    '# HELP pmx_venue_calls_total Venue calls by what became of them.',
    '# TYPE pmx_venue_calls_total counter',
  ]
  for (const [venue, row] of counters) {
    for (const name of counted)
      lines.push(`pmx_venue_calls_total{venue="${venue}",what="${snake(name)}"} ${row[name]}`)
  }
  lines.push(
    '# HELP pmx_venue_calls_in_flight Venue calls under way.',
    '# TYPE pmx_venue_calls_in_flight gauge',
  )
  for (const [venue, row] of counters)
    lines.push(`pmx_venue_calls_in_flight{venue="${venue}"} ${row.inFlight}`)
  lines.push(
    '# HELP pmx_rows_skipped_total Rows of lists that could not be read and were left out.',
    '# TYPE pmx_rows_skipped_total counter',
  )
  for (const [venue, rows] of facts.skippedRows)
    lines.push(`pmx_rows_skipped_total{venue="${venue}"} ${rows}`)
  lines.push(
    '# HELP pmx_stream_events_total What happened on the streams of venues.',
    '# TYPE pmx_stream_events_total counter',
  )
  for (const [venue, row] of facts.streams)
    for (const [name, count] of Object.entries(row))
      lines.push(`pmx_stream_events_total{venue="${venue}",what="${snake(name)}"} ${count}`)
  const { open = 0, watched = 0, ...since } = facts.sockets
  lines.push(
    '# HELP pmx_sockets_open Sockets of clients.',
    '# TYPE pmx_sockets_open gauge',
    `pmx_sockets_open ${open}`,
    '# HELP pmx_socket_subscriptions Subscriptions on them.',
    '# TYPE pmx_socket_subscriptions gauge',
    `pmx_socket_subscriptions ${watched}`,
    '# HELP pmx_socket_events_total What happened on sockets of clients.',
    '# TYPE pmx_socket_events_total counter',
  )
  for (const [name, count] of Object.entries(since))
    lines.push(`pmx_socket_events_total{what="${snake(name)}"} ${count}`)
  return `${lines.join('\n')}\n`
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
