import type { About } from '../shared/about.js'
import { type Health, stateWords, summaryOf, venueStateOf } from '../shared/health.js'
import { agoText, bytesText, countText, spanText, UNKNOWN_TEXT } from '../shared/labels.js'
import { Card, Shown, SnippetBox, Table } from '../shared/parts.js'
import { fetchPlain } from '../shared/request.js'
import { hashOf } from '../shared/route.js'
import { type RequestState, useRequest } from '../shared/use-request.js'

interface Served {
  readonly answers: number
  readonly withoutCall: number
}

interface Props {
  readonly health: RequestState<Health>
  readonly about: RequestState<About>
}

const SERVED_EVERY_MS = 5_000

/** Shows an overview: the state of the venues, and how to call them. */
export function VenuesView({ health, about }: Props) {
  const served = useRequest(
    'served',
    async (signal) =>
      (await fetchPlain<{ served: Readonly<Record<string, Served>> }>('/ui/requests', { signal })).data
        .served,
    SERVED_EVERY_MS,
  )
  return (
    <Shown of={health} what="Loading the daemon status">
      {(now) => (
        <Shown of={about} what="Loading the venues">
          {({ venues }) => <Overview health={now} venues={venues} served={served.data ?? {}} />}
        </Shown>
      )}
    </Shown>
  )
}

interface OverviewProps {
  readonly health: Health
  readonly venues: About['venues']
  readonly served: Readonly<Record<string, Served>>
}

function Overview({ health, venues, served }: OverviewProps) {
  const [first] = venues
  const states = venues.map(({ id }) => venueStateOf(id, health))
  const sum = (pick: (row: Health['venues'][string]) => number): number =>
    Object.values(health.venues).reduce((total, row) => total + pick(row), 0)
  const answers = Object.values(served).reduce((total, row) => total + row.answers, 0)
  const withoutCall = Object.values(served).reduce((total, row) => total + row.withoutCall, 0)
  return (
    <>
      <div class="hello">
        <h1>{summaryOf(states)}</h1>
        <p class="note">
          One API for all venues, at <code>{location.origin}</code>
        </p>
      </div>
      <dl class="facts">
        <Fact name="Up for" value={spanText(health.uptimeSeconds * 1_000)} />
        <Fact name="Memory" value={bytesText(health.memoryBytes.rss)} />
        <Fact name="Calls to venues" value={countText(sum(({ sent }) => sent))} />
        <Fact name="Failed" value={countText(sum(({ failed }) => failed))} />
        <Fact
          name="Served from cache"
          value={answers === 0 ? UNKNOWN_TEXT : `${Math.round((withoutCall / answers) * 100)}%`}
        />
        <Fact
          name="Candle storage"
          value={health.candleStore.kind === 'ok' ? 'on disk' : 'in memory'}
          hint={health.candleStore.reason}
        />
      </dl>
      <Card title="Venues" note={`${venues.length}`}>
        <Table
          name="State of the venues"
          kind="venues"
          columns={[
            'Venue',
            'State',
            { number: 'Calls' },
            { number: 'Failed' },
            { number: 'Responses' },
            { number: 'From cache', title: 'Responses without a venue call' },
            { number: 'List age' },
            { number: 'Last response' },
          ]}
        >
          {venues.map(({ id, name }) => (
            <VenueRow key={id} id={id} name={name} health={health} served={served[id]} />
          ))}
        </Table>
      </Card>
      {first !== undefined && (
        <Card title="Try the API" note="from a shell or with an SDK">
          <SnippetBox call={{ venue: first.id, method: 'fetchMarkets', args: [{ limit: 3 }] }} />
        </Card>
      )}
    </>
  )
}

function Fact({
  name,
  value,
  hint,
}: {
  readonly name: string
  readonly value: string
  readonly hint?: string | undefined
}) {
  return (
    <div title={hint}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface RowProps {
  readonly id: string
  readonly name: string
  readonly health: Health
  readonly served: Served | undefined
}

function VenueRow({ id, name, health, served }: RowProps) {
  const row = health.venues[id]
  const state = venueStateOf(id, health)
  const now = health.timestamp
  const list = health.catalog?.lists?.[id]?.find(({ status }) => status === 'active')
  const { lastError } = row ?? {}
  const isTold = lastError !== undefined && state !== 'up' && state !== 'idle'
  return (
    <>
      <tr class={isTold ? 'troubled' : undefined}>
        <th scope="row">
          <a href={hashOf({ view: 'search', query: '', venue: id })}>{name}</a>
        </th>
        <td>
          <span class={`dot ${state}`} aria-hidden="true" />
          {stateWords[state]}
        </td>
        <Count of={row?.sent ?? 0} />
        <Count of={row?.failed ?? 0} />
        <Count of={served?.answers ?? 0} />
        <td class="num">
          {served === undefined || served.answers === 0
            ? UNKNOWN_TEXT
            : `${Math.round((served.withoutCall / served.answers) * 100)}%`}
        </td>
        <td class="num">{listText(list, now)}</td>
        <td class="num">{row?.lastOkAt === undefined ? UNKNOWN_TEXT : agoText(row.lastOkAt, now)}</td>
      </tr>
      {isTold && (
        <tr class="trouble">
          <td colSpan={8}>
            <code>{lastError.code}</code> {lastError.kind === undefined ? '' : `(${lastError.kind}) `}
            {lastError.message} <span class="note">{agoText(lastError.at, now)}</span>
          </td>
        </tr>
      )}
    </>
  )
}

function Count({ of }: { readonly of: number }) {
  return <td class={of === 0 ? 'num zero' : 'num'}>{countText(of)}</td>
}

function listText(
  list: { readonly readAt?: number; readonly reading?: number } | undefined,
  now: number,
): string {
  if (list?.readAt !== undefined) return spanText(now - list.readAt)
  return list?.reading === undefined ? UNKNOWN_TEXT : `${countText(list.reading)} rows…`
}
