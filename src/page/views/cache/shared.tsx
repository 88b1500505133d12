import { describeSharedTier, type Health } from '../../shared/health.js'
import { countText } from '../../shared/labels.js'
import { Card, Table } from '../../shared/parts.js'

/** Shows the histories that this daemon shares with others, or nothing if there is none. */
export function SharedCard({ health }: { readonly health: Health }) {
  const { shared = [] } = health
  if (shared.length === 0) return null
  return (
    <Card title="Shared history" note="candles of a team">
      <Table
        name="Shared histories"
        columns={['History', 'State', { number: 'Downloaded' }, { number: 'Uploaded' }]}
      >
        {shared.map((tier) => (
          <tr key={tier.name}>
            <td>{tier.name}</td>
            <td class={tier.state === 'down' || tier.clock === 'wrong' ? 'bad' : undefined}>
              {describeSharedTier(tier)}
            </td>
            <td class="num">{countText(tier.taken)}</td>
            <td class="num">{countText(tier.given)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
