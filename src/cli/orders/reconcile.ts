import type { Command } from 'commander'
import type { Reconciled } from '../../core/trading/reconcile/reconcile-accounts.js'
import { requestReconcile } from '../client/order-calls.js'
import type { StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags } from '../options/command.js'
import { toPrintable } from '../output/display-width.js'
import { exitCodes, type Output } from '../output/output.js'
import { withOwnOrders } from './own-orders.js'

/** Adds `pmx-local orders reconcile`, which lists differences between accounts and the journal. */
export function reconcileCommand(orders: Command, output: Output): void {
  addDatabaseFlags(
    orders
      .command('reconcile')
      .description(
        "Compare your accounts' open orders and positions with the journal; changes nothing at the venues (exit code 1 if they differ)",
      ),
  ).action((flags: StoreFlags) => reconcile(flags, output))
}

async function reconcile(flags: StoreFlags, output: Output): Promise<void> {
  const reports = await withOwnOrders(flags, {
    byDaemon: requestReconcile,
    here: (own) => own.reconcileOrders(),
  })
  if (reports.some(isDifferent)) process.exitCode = exitCodes.failed
  if (flags.json === true) return output.json(reports)
  if (reports.length === 0)
    return output.note(
      'No account can be compared, because the configuration has no credentials for a venue that accepts orders.',
    )
  for (const report of reports) for (const line of linesOf(report)) output.line(line)
}

function isDifferent({ unknownOrders, missing, copies, positions, because }: Reconciled): boolean {
  return unknownOrders.length + missing.length + copies.length + positions.length > 0 || because !== undefined
}

function linesOf(report: Reconciled): readonly string[] {
  const { venue, unknownOrders, ended, missing, copies, unchecked, positions, because } = report
  const lines = [
    ...unknownOrders.map(({ id, side, amount, filled, outcomeId, price, mayBe = [] }) => {
      const doubt = mayBe.length === 0 ? '' : `; may be the order with unknown status ${mayBe.join(' or ')}`
      const what = `${side} ${amount} of ${toPrintable(outcomeId)} at ${price ?? '?'}, ${filled} filled`
      return `open order that is not in the journal: ${toPrintable(id)}, ${what}${doubt}`
    }),
    ...missing.map(
      ({ id, orderId }) =>
        `order that is open in the journal but unknown to the venue: ${toPrintable(orderId)} (row ${id}). If it has ended, run: pmx-local orders resolve ${id} --absent`,
    ),
    ...ended.map(
      ({ orderId, status, filled }) =>
        `order that has ended (journal updated): ${toPrintable(orderId)}, ${status}, ${filled ?? '?'} filled`,
    ),
    ...copies.map(
      ({ orderId, copyOf, outcomeId, status, filled }) =>
        `order that was placed twice (journal updated): ${toPrintable(orderId)}, ${status}, ${filled} of ${toPrintable(outcomeId)} filled, a copy of ${toPrintable(copyOf)}`,
    ),
    ...positions.map(
      ({ outcomeId, size, journal }) =>
        `different position: ${toPrintable(outcomeId)}, ${size} at the venue, ${journal ?? 'an unknown size'} according to the orders in the journal`,
    ),
    ...(unchecked === 0
      ? []
      : [`${unchecked} open orders in the journal were not looked up. Run the command again`]),
    ...(because === undefined ? [] : [`could not be compared: ${toPrintable(because)}`]),
  ]
  return lines.length === 0 ? [`${venue}: no difference`] : lines.map((line) => `${venue}: ${line}`)
}
