import { useState } from 'preact/hooks'
import type { RecentRequest } from '../../api/envelope/recent-request.js'
import { callOf } from '../shared/copy-as.js'
import { agoText, tookText, UNKNOWN_TEXT } from '../shared/labels.js'
import { Card, CopyCall, Empty, Shown, Table } from '../shared/parts.js'
import { fetchPlain } from '../shared/request.js'
import { useRequest } from '../shared/use-request.js'

const EVERY_MS = 2_000

/** Shows the requests of the last minutes, and can send them again. */
export function RequestsView() {
  const [isPageShown, showPage] = useState(false)
  const log = useRequest(
    'requests',
    async (signal) =>
      (await fetchPlain<{ readonly requests: readonly RecentRequest[] }>('/ui/requests', { signal })).data
        .requests,
    EVERY_MS,
  )
  return (
    <>
      <div class="hello">
        <h1>Recent requests</h1>
        <label class="inline">
          <input
            type="checkbox"
            checked={isPageShown}
            onChange={(event) => showPage(event.currentTarget.checked)}
          />
          <span>Include requests from this page</span>
        </label>
      </div>
      <Card title="Requests" note="last 300, in memory only">
        <Shown of={log} what="Loading the request log">
          {(all) => {
            const requests = isPageShown ? all : all.filter(({ byPage }) => byPage !== true)
            return requests.length === 0 ? (
              <Empty>
                {all.length === 0
                  ? 'No requests yet. Requests from your programs appear here.'
                  : 'Only this page has sent requests so far. Requests from your programs appear here.'}
              </Empty>
            ) : (
              <RequestTable requests={requests} />
            )
          }}
        </Shown>
      </Card>
    </>
  )
}

function RequestTable({ requests }: { readonly requests: readonly RecentRequest[] }) {
  const now = Date.now()
  return (
    <Table
      name="Recent requests"
      kind="requests"
      columns={[
        'When',
        'Request',
        'Status',
        { number: 'Took' },
        'Cache',
        { number: 'Calls', title: 'Venue calls for this request' },
        { hidden: 'Copy' },
      ]}
    >
      {requests.map((request, index) => (
        <RequestRow key={`${request.at} ${requests.length - index}`} request={request} now={now} />
      ))}
    </Table>
  )
}

function RequestRow({ request, now }: { readonly request: RecentRequest; readonly now: number }) {
  const { at, method, target, status, tookMs, cache, calls, client, code, background, args } = request
  const [path = '', query = ''] = [target.split('?', 1)[0], target.slice(target.indexOf('?') + 1)]
  const call = callOf(target, method === 'POST' ? args : undefined)
  const isRepeatable = method === 'GET' || Array.isArray(args)
  return (
    <tr>
      <td class="note nowrap">{agoText(at, now)}</td>
      <td class="request" title={client}>
        <span class="note">{method}</span> <code>{path}</code>
        {target.includes('?') && <code class="query">?{query}</code>}
        {background === true && <span class="chip">background</span>}
      </td>
      <td class="nowrap">
        <span class={status < 400 ? 'ok' : 'bad'}>{status}</span> {code !== undefined && <code>{code}</code>}
      </td>
      <td class="num">{tookMs === 0 ? 'ready' : tookText(tookMs)}</td>
      <td>{cache ?? UNKNOWN_TEXT}</td>
      <td class="num">{calls ?? UNKNOWN_TEXT}</td>
      <td class="num">
        {isRepeatable && <CopyCall name={`${method} ${path}`} call={call} target={target} />}
      </td>
    </tr>
  )
}
