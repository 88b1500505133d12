import { countText } from '../../shared/labels.js'
import { Card, Table } from '../../shared/parts.js'
import { fetchPlain } from '../../shared/request.js'
import { useRequest } from '../../shared/use-request.js'

const EVERY_MS = 10_000

interface Cassette {
  readonly kind: 'none' | 'record' | 'replay'
  readonly file?: string
  readonly files?: readonly string[]
  readonly entries?: number
  readonly withheld?: number
  readonly ended?: string
  readonly answered?: number
  readonly missed?: number
  readonly misses?: readonly {
    readonly venue: string
    readonly call: string
    readonly times: number
    readonly message: string
  }[]
  readonly unused?: { readonly count: number; readonly calls: readonly string[] }
}

/** Shows the state of a recording or a replay, or nothing. */
export function CassetteCard() {
  const cassette = useRequest(
    'cassette',
    async (signal) => (await fetchPlain<Cassette>('/ui/cassette', { signal })).data,
    EVERY_MS,
  )
  const { data } = cassette
  if (data === undefined || data.kind === 'none') return null
  if (data.kind === 'record')
    return (
      <Card title="Recording" note={data.file}>
        <p class="state">
          {countText(data.entries)} responses recorded
          {(data.withheld ?? 0) > 0 && `, ${data.withheld} left out because they contain a secret`}.
        </p>
        {data.ended !== undefined && <p class="state failure">Recording stopped: {data.ended}</p>}
      </Card>
    )
  const misses = data.misses ?? []
  return (
    <Card title="Replay" note={data.files?.join(', ')}>
      <p class="state">
        {countText(data.answered)} venue calls replayed, {countText(data.missed)} not in the recording,{' '}
        {countText(data.unused?.count)} recorded calls not used.
      </p>
      {misses.length > 0 && (
        <Table name="Calls that are not in the recording" columns={['Missing call', { number: 'Count' }]}>
          {[...misses].reverse().map(({ venue, call, times, message }) => (
            <tr key={`${venue} ${call}`}>
              <td>
                {venue} <code>{call}</code>
                <p class="note">{message}</p>
              </td>
              <td class="num">{times}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
