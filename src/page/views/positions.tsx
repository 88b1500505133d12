import type { ComponentChildren } from 'preact'
import type { Balance, Order, Position } from '../../api/models/models.js'
import type { About } from '../shared/about.js'
import { requestOf } from '../shared/copy-as.js'
import { countText, priceText, shortId } from '../shared/labels.js'
import { Card, CopyCall, Empty, Loading, Shown, Table } from '../shared/parts.js'
import { fetchData } from '../shared/request.js'
import { hashOf, type PageLocation } from '../shared/route.js'
import { type RequestState, useRequest } from '../shared/use-request.js'

interface Props {
  readonly place: Extract<PageLocation, { view: 'positions' }>
  readonly about: RequestState<About>
  readonly mode: 'live' | 'demo' | 'replay' | undefined
}

const account = ['fetchBalance', 'fetchPositions', 'fetchOpenOrders'] as const
const EVERY_MS = 5_000

type Has = Readonly<Record<string, unknown>>

/** Shows the positions of the simulation, which uses play money. The page never requests a real account. */
export function PositionsView({ place, about, mode }: Props) {
  const isDemo = mode === 'demo'
  const venues = about.data?.venues ?? []
  const has = useRequest(isDemo && venues.length > 0 ? 'has' : '', async (signal) => {
    const all = await Promise.all(
      venues.map(async ({ id, name }) => {
        const { data } = await fetchData<Has>(`/api/${encodeURIComponent(id)}/has`, { signal })
        return {
          id,
          name,
          methods: account.filter((method) => data[method] === true || data[method] === 'emulated'),
        }
      }),
    )
    // Positions alone may be public, by an address. An account has a balance.
    return all.filter(({ methods }) => methods.includes('fetchBalance'))
  })
  return (
    <>
      <div class="hello">
        <h1>Paper trading</h1>
        <p class="note">Orders, positions and balances in the simulation. No real money is involved.</p>
      </div>
      {mode === undefined ? (
        <Loading what="Loading the daemon status" />
      ) : !isDemo ? (
        <Card title="Positions">
          <Empty>
            Paper trading needs demo mode. This page never reads real accounts.{' '}
            <code>pmx-local start --demo</code> starts a simulation with play money.
          </Empty>
        </Card>
      ) : (
        <Shown of={has} what="Loading the venues with accounts">
          {(able) => {
            const chosen = able.find(({ id }) => id === place.venue) ?? able[0]
            return chosen === undefined ? (
              <Card title="Positions">
                <Empty>
                  No venue of this simulation accepts orders. <code>/api/&lt;venue&gt;/has</code> lists what a
                  venue supports.
                </Empty>
              </Card>
            ) : (
              <>
                <label class="inline">
                  <span class="note">Venue</span>
                  <select
                    value={chosen.id}
                    onChange={(event) => {
                      location.hash = hashOf({ view: 'positions', venue: event.currentTarget.value })
                    }}
                  >
                    {able.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
                <Account key={chosen.id} venue={chosen.id} methods={chosen.methods} />
              </>
            )
          }}
        </Shown>
      )}
    </>
  )
}

function Account({
  venue,
  methods,
}: {
  readonly venue: string
  readonly methods: readonly (typeof account)[number][]
}) {
  return (
    <>
      {methods.includes('fetchBalance') && <BalanceCard venue={venue} />}
      {methods.includes('fetchPositions') && <PositionCard venue={venue} />}
      {methods.includes('fetchOpenOrders') && <OrderCard venue={venue} />}
    </>
  )
}

/** Shows one method's data of an account. If the daemon does not have the account, the page does not show an error. */
function AccountCard<Row>({
  title,
  venue,
  method,
  nothing,
  children,
}: {
  readonly title: string
  readonly venue: string
  readonly method: (typeof account)[number]
  readonly nothing: string
  readonly children: (rows: readonly Row[]) => ComponentChildren
}) {
  const call = { venue, method, args: [] }
  const { method: verb, target } = requestOf(call)
  const asked = useRequest(
    `${method} ${venue}`,
    async (signal) =>
      (await fetchData<readonly Row[]>(target, { signal, ...(verb === 'POST' ? { args: [] } : {}) })).data,
    EVERY_MS,
  )
  const name = `the ${title.toLowerCase()}`
  const isUnopened = asked.data === undefined && asked.failure?.code === 'AUTHENTICATION_ERROR'
  return (
    <Card title={title} tools={<CopyCall name={name} call={call} />}>
      {isUnopened ? (
        <Empty>No account yet: {asked.failure?.message}</Empty>
      ) : (
        <Shown of={asked} what={`Loading ${name}`}>
          {(rows) => (rows.length === 0 ? <Empty>{nothing}</Empty> : children(rows))}
        </Shown>
      )}
    </Card>
  )
}

function BalanceCard({ venue }: { readonly venue: string }) {
  return (
    <AccountCard<Balance> title="Balance" venue={venue} method="fetchBalance" nothing="The account is empty.">
      {(rows) => (
        <dl class="facts">
          {rows.map(({ currency, total, available, locked }) => (
            <div key={currency}>
              <dt>{currency}</dt>
              <dd>{moneyText(total)}</dd>
              <dd class="note">
                {moneyText(available)} free, {moneyText(locked)} in orders
              </dd>
            </div>
          ))}
        </dl>
      )}
    </AccountCard>
  )
}

const positionColumns = [
  'Outcome',
  { number: 'Size' },
  { number: 'Entry' },
  { number: 'Now' },
  { number: 'Gain' },
]

function PositionCard({ venue }: { readonly venue: string }) {
  return (
    <AccountCard<Position>
      title="Positions"
      venue={venue}
      method="fetchPositions"
      nothing="No open positions."
    >
      {(rows) => (
        <Table name="Positions" columns={positionColumns}>
          {rows.map(
            ({ marketId, outcomeId, outcomeLabel, size, entryPrice, currentPrice, unrealizedPnL }) => (
              <tr key={outcomeId}>
                <td>
                  <a href={hashOf({ view: 'market', venue, marketId, outcomeId })}>
                    {outcomeLabel ?? shortId(outcomeId)}
                  </a>
                </td>
                <td class="num">{countText(size)}</td>
                <td class="num">{priceText(entryPrice)}</td>
                <td class="num">{priceText(currentPrice)}</td>
                <td class="num">{countText(unrealizedPnL)}</td>
              </tr>
            ),
          )}
        </Table>
      )}
    </AccountCard>
  )
}

const orderColumns = ['Order', 'Side', { number: 'Price' }, { number: 'Size' }, { number: 'Filled' }]

function OrderCard({ venue }: { readonly venue: string }) {
  return (
    <AccountCard<Order> title="Open orders" venue={venue} method="fetchOpenOrders" nothing="No open orders.">
      {(rows) => (
        <Table name="Open orders" columns={orderColumns}>
          {rows.map(({ id, side, price, amount, filled }) => (
            <tr key={id}>
              <td>
                <code title={id}>{shortId(id)}</code>
              </td>
              <td>{side}</td>
              <td class="num">{priceText(price)}</td>
              <td class="num">{countText(amount)}</td>
              <td class="num">{countText(filled)}</td>
            </tr>
          ))}
        </Table>
      )}
    </AccountCard>
  )
}

/** Formats money with cents, because it is an account balance, even on paper. */
function moneyText(money: number): string {
  return money.toLocaleString('en', { maximumFractionDigits: 2 })
}
