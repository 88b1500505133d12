import type { Command } from 'commander'
import type { Candidate } from '../../core/trading/accounts/order-candidates.js'
import type { JournalRow } from '../../orders/journal.js'
import { sendOrderDecision } from '../client/order-calls.js'
import type { StoreFlags } from '../import-export/open-database.js'
import { addDatabaseFlags } from '../options/command.js'
import { toPrintable } from '../output/display-width.js'
import { CommandFailed, exitCodes, type Output } from '../output/output.js'
import { formatMinute } from '../output/times.js'
import { withOwnOrders } from './own-orders.js'

interface DecideFlags extends StoreFlags {
  readonly placed?: string
  readonly absent?: boolean
}

/** Adds `pmx-local orders resolve`, which stores the user's decision about an order with an unknown outcome. */
export function decideCommand(orders: Command, output: Output): void {
  addDatabaseFlags(
    orders
      .command('resolve <id>')
      .description(
        'Set the status of an order if neither the journal nor the venue shows it; id is the row id or client order id (orders pending --resolve shows candidates)',
      ),
  )
    .option('--placed <order id>', 'The order was placed or changed, and has this id at the venue')
    .option('--absent', 'The order was not placed or has ended; the daily limit no longer counts it')
    .action((id: string, flags: DecideFlags) => decide(id, flags, output))
}

async function decide(id: string, flags: DecideFlags, output: Output): Promise<void> {
  const { placed, absent } = flags
  if ((placed === undefined) === (absent !== true))
    throw new CommandFailed('orders resolve takes either --placed <order id> or --absent', exitCodes.usage)
  const decision = placed === undefined ? ({ id, absent: true } as const) : { id, placed }
  const decided = await withOwnOrders(flags, {
    byDaemon: (address) => sendOrderDecision(address, decision),
    here: (own) => own.decideOrder(decision),
  })
  if (flags.json === true) return output.json(decided)
  const { state, orderId = '', isUnchecked, warning } = decided
  const isOver = state === 'absent' && orderId !== ''
  const became = isOver
    ? `ended: the venue does not have ${toPrintable(orderId)}`
    : state === 'placed'
      ? `placed as ${toPrintable(orderId)}`
      : 'not placed'
  output.line(`${toPrintable(id)}: ${became}`)
  if (isUnchecked === true)
    output.note("The venue was not called, because this account's credentials are not in the configuration.")
  if (warning !== undefined) output.note(toPrintable(warning))
}

/** Renders candidates for an order with an unknown outcome, and the command that selects one. */
export function renderCandidates(
  { id, terms }: Pick<JournalRow, 'id' | 'terms'>,
  candidates: readonly Candidate[],
): readonly string[] {
  return candidates.map(({ from, orderId, side, price, amount, filled, outcomeId, timestamp }) => {
    const at = timestamp === undefined ? '' : ` ${formatMinute(timestamp)}`
    const full = filled === undefined ? '' : `, ${filled} filled`
    const what = `${side} ${amount} of ${toPrintable(outcomeId ?? terms.outcomeId)} at ${price ?? '?'}${full}`
    const name = orderId === undefined ? 'no order id' : toPrintable(orderId)
    const how =
      orderId === undefined ? '' : `\n    pmx-local orders resolve ${id} --placed ${toPrintable(orderId)}`
    return `  ${name} (${from})${at}: ${what}${how}`
  })
}
