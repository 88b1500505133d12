import { agoText, minuteText, shortId, UNKNOWN_TEXT } from '../../shared/labels.js'
import { Card, Empty, Table } from '../../shared/parts.js'
import { fetchPlain } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

interface Background {
  readonly at: number
  readonly target: string
  readonly status: number
  readonly background?: true
}

const BACKFILL_EVERY_MS = 3_000

/** Shows the last request of a backfill. Only the command that runs it knows its progress. */
export function BackfillCard() {
  const asked = useRequest(
    'backfill',
    async (signal) =>
      (await fetchPlain<{ readonly requests: readonly Background[] }>('/ui/requests', { signal })).data
        .requests,
    BACKFILL_EVERY_MS,
  )
  const calls = asked.data?.filter(({ background }) => background === true) ?? []
  const newest = new Map<string, Background & { readonly calls: number }>()
  for (const call of [...calls].reverse()) {
    const name = nameOf(call)
    newest.set(name, { ...call, calls: (newest.get(name)?.calls ?? 0) + 1 })
  }
  const now = Date.now()
  return (
    <Card title="Backfill" note="low-priority calls">
      {newest.size === 0 ? (
        <Empty>
          No backfill ran in the last few minutes.{' '}
          <code>pmx-local backfill &lt;venue&gt; &lt;market&gt;</code> fetches the missing history of a market
          and shows its progress.
        </Empty>
      ) : (
        <Table name="Recent backfills" columns={['Outcome', 'At', { number: 'Calls' }, { number: 'Last' }]}>
          {[...newest].reverse().map(([name, { target, at, status, calls: count }]) => (
            <tr key={name}>
              <td>
                <code title={name}>{shortId(name, 48)}</code>
              </td>
              <td>{windowOf(target)}</td>
              <td class="num">{count}</td>
              <td class="num">{status < 400 ? agoText(at, now) : `failed with ${status}`}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

function nameOf({ target }: Background): string {
  const query = new URLSearchParams(target.slice(target.indexOf('?') + 1))
  const [, , venue = ''] = target.split('/')
  return `${venue} ${query.get('resolution') ?? ''} ${query.get('outcomeId') ?? query.get('id') ?? ''}`
}

/** Returns the last requested day. */
function windowOf(target: string): string {
  const start = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('start') ?? ''
  const at = /^\d+$/.test(start) ? Number(start) : Date.parse(start)
  return Number.isNaN(at) ? UNKNOWN_TEXT : minuteText(at)
}
