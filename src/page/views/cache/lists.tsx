import type { Health } from '../../shared/health.js'
import { agoText, countText, UNKNOWN_TEXT } from '../../shared/labels.js'
import { Card, Empty, Table } from '../../shared/parts.js'

/** Shows the cached lists with their age. */
export function ListsCard({ health }: { readonly health: Health }) {
  const lists = Object.entries(health.catalog?.lists ?? {}).flatMap(([venue, known]) =>
    known.map((list) => ({ venue, ...list })),
  )
  return (
    <Card title="Lists" note="of markets and events">
      {lists.length === 0 ? (
        <Empty>
          {health.mode === 'live'
            ? 'No lists are cached yet. The first search loads them.'
            : 'Lists of a simulation or a recording are not cached. They are loaded on request.'}
        </Empty>
      ) : (
        <Table name="Cached lists" columns={['Venue', 'List', { number: 'Rows' }, { number: 'Synced' }]}>
          {lists.map(({ venue, status, rows, readAt, reading }) => (
            <tr key={`${venue} ${status}`}>
              <td>{venue}</td>
              <td>{status}</td>
              <td class="num">{countText(rows)}</td>
              <td class="num">
                {reading !== undefined
                  ? `${countText(reading)} so far`
                  : readAt === undefined
                    ? UNKNOWN_TEXT
                    : agoText(readAt, health.timestamp)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
