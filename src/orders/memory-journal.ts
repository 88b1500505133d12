import type { Order } from '../api/models/models.js'
import { knowsMember } from '../api/values/unknown-members.js'
import { computeReleasedCosts, withoutReleased } from './exposure.js'
import {
  CANCEL_RETENTION_MS,
  countsAsPlaced,
  type FilledSum,
  findOrderOfName,
  hasEnded,
  hasOpenRest,
  hasUnknownOutcome,
  isOpen,
  type JournalRow,
  MAX_UNANSWERED,
  type OrderJournal,
  orderIdOf,
} from './journal.js'
import type { OrderStop } from './stop.js'

/** Maximum number of rows, enough for several days of a busy bot. */
const MAX_ROWS = 50_000

/** Creates a journal without a file, for cassettes; it ends with the process. */
export function createMemoryJournal(mostRows = MAX_ROWS): OrderJournal {
  const rows = new Map<string, JournalRow>()
  const early = new Map<string, { readonly canceled: Order; readonly at: number }>()
  let inForce: OrderStop | undefined
  const newestFirst = (): JournalRow[] => [...rows.values()].reverse()

  const sentSince = (at: number): JournalRow[] =>
    [...rows.values()].filter((row) => row.at >= at || (row.sentAgainAt ?? 0) >= at)

  /** Returns the rows of an order and of its changes, in the order in which they were sent. */
  const rowsOfOrder = (row: JournalRow): JournalRow[] =>
    [...rows.values()].filter(
      (one) =>
        countsAsPlaced(one) &&
        one.venue === row.venue &&
        one.account === row.account &&
        orderIdOf(one) === orderIdOf(row),
    )

  /** Original accounts of rows, by row id. */
  const accountWas = new Map<string, string>()

  const isOf = (row: JournalRow, venue: string, account: string, to: string): boolean =>
    row.venue === venue &&
    (row.account === account || (accountWas.get(row.id) === account && row.account !== to))

  function change(id: string, changes: Partial<JournalRow>): void {
    const row = rows.get(id)
    if (row !== undefined) rows.set(id, { ...row, ...changes })
  }

  function makeRoom(): void {
    if (rows.size < mostRows) return
    for (const row of rows.values()) {
      if (!hasEnded(row)) continue
      rows.delete(row.id)
      return
    }
  }

  return {
    open: async () => undefined,
    transact: (work) => work(),
    intend(intent) {
      if (rows.has(intent.id)) throw new Error('an order of this id is written down already')
      makeRoom()
      rows.set(intent.id, { ...intent, outcome: { state: 'sending' }, isAnswered: false })
    },
    resume(id, at) {
      const row = rows.get(id)
      if (row === undefined) return
      const { settledAt: _none, ...rest } = row
      rows.set(id, { ...rest, sentAgainAt: at, outcome: { state: 'sending' }, isAnswered: false })
    },
    settle: (id, outcome, settledAt) => change(id, { outcome, settledAt }),
    answered: (id) => change(id, { isAnswered: true }),
    row: (id) => rows.get(id),
    byKey(venue, account, key) {
      const isNamedSo = (row: JournalRow) => row.key === key || row.terms.clientOrderId === key
      return findOrderOfName(
        [...rows.values()].filter((row) => row.venue === venue && row.account === account && isNamedSo(row)),
      )
    },
    told(venue, account, { id, clientOrderId }) {
      const own = newestFirst().filter((row) => row.venue === venue && row.account === account)
      const isIt = ({ outcome }: JournalRow) => outcome.state === 'placed' && outcome.order.id === id
      const isNamedSo = (row: JournalRow) => countsAsPlaced(row) && row.terms.clientOrderId === clientOrderId
      return own.find(isIt) ?? own.find(isNamedSo)
    },
    unanswered: (venue, account, fingerprint) =>
      newestFirst()
        .filter(
          (row) =>
            !row.isAnswered &&
            countsAsPlaced(row) &&
            row.venue === venue &&
            row.account === account &&
            row.fingerprint === fingerprint,
        )
        .slice(0, MAX_UNANSWERED),
    inDoubt: () => [...rows.values()].filter(hasUnknownOutcome),
    openRests: () => [...rows.values()].filter(hasOpenRest),
    openOrders: () => [...rows.values()].filter(isOpen),
    sentSince,
    settledBetween: (from, to) =>
      [...rows.values()].filter(
        ({ settledAt }) => settledAt !== undefined && settledAt >= from && settledAt <= to,
      ),
    stopped: () => inForce,
    stop(stop) {
      inForce ??= stop
      return inForce
    },
    endStop() {
      const ended = inForce
      inForce = undefined
      return ended
    },
    costsSince(at) {
      const changed = new Set([...rows.values()].filter(({ edits }) => edits !== undefined).map(orderIdOf))
      return sentSince(at)
        .filter(countsAsPlaced)
        .map((row) => {
          const own = changed.has(orderIdOf(row)) ? rowsOfOrder(row) : [row]
          return withoutReleased(row.cost, computeReleasedCosts(own)[own.indexOf(row)])
        })
    },
    filledBy(venue, account) {
      // An order and its changes are rows of one order.
      const sums = new Map<string, FilledSum>()
      for (const { outcome, terms, ...row } of rows.values()) {
        if (outcome.state !== 'placed' || row.venue !== venue || row.account !== account) continue
        const { marketId, outcomeId, side } = terms
        const { id } = outcome.order
        const filled = Math.max(outcome.order.filled, sums.get(id)?.filled ?? 0)
        const isUnknown = !knowsMember(outcome.order, 'filled')
        const isUncertain = isUnknown || sums.get(id)?.isUncertain === true
        sums.set(id, { marketId, outcomeId, side, filled, isUncertain })
      }
      return [...sums.values()]
    },
    newestAt: () =>
      [...rows.values()].reduce<number | undefined>(
        (newest, { at }) => Math.max(newest ?? at, at),
        undefined,
      ),
    list: ({ venue, limit }) =>
      newestFirst()
        .filter((row) => venue === undefined || row.venue === venue)
        .slice(0, limit),
    noteEarlyCancel(venue, account, canceled, at) {
      for (const [id, { at: before }] of early) if (before < at - CANCEL_RETENTION_MS) early.delete(id)
      early.set(`${venue} ${account} ${canceled.id}`, { canceled, at })
    },
    earlyCancel: (venue, account, orderId) => early.get(`${venue} ${account} ${orderId}`)?.canceled,
    hasAccount: (venue, account, to) => [...rows.values()].some((row) => isOf(row, venue, account, to)),
    renameAccount(venue, from, to) {
      for (const row of rows.values()) {
        if (!isOf(row, venue, from, to)) continue
        change(row.id, { account: to })
        accountWas.set(row.id, from)
      }
    },
    prune(before) {
      const isOld = ({ at, settledAt = at }: JournalRow) => Math.max(at, settledAt) < before
      const old = [...rows.values()].filter((row) => hasEnded(row) && isOld(row))
      for (const { id } of old) rows.delete(id)
      return old.length
    },
    close: () => undefined,
  }
}
