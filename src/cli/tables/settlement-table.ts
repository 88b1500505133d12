import { parseIso } from '../../api/times/instant.js'
import type { SettlementRow } from '../../core/market-data/settlement-rows.js'
import type { Paint } from '../output/colors.js'
import { shorten, toPrintable } from '../output/display-width.js'
import { UNKNOWN } from '../output/numbers.js'
import { formatMinute } from '../output/times.js'
import { renderTable } from './table.js'

const MAX_TITLE = 48
const MAX_OUTCOME = 24

/** Renders one line per outcome. Ids are not cut, because the next command needs them. */
export function renderSettlementTable(rows: readonly SettlementRow[], paint: Paint): string[] {
  const cells = rows.map(
    ({ title, outcome, result, stage, payout, at, closed_at: closedAt, outcome_id: id }) => [
      shorten(toPrintable(String(title ?? '')), MAX_TITLE),
      shorten(toPrintable(String(outcome ?? '')), MAX_OUTCOME),
      stage === undefined ? String(result) : `${result} (${stage})`,
      payout === undefined ? UNKNOWN : String(payout),
      minuteOf(at),
      minuteOf(closedAt),
      String(id),
    ],
  )
  return renderTable(
    [
      { title: 'title' },
      { title: 'outcome' },
      { title: 'result' },
      { title: 'payout', align: 'right' },
      { title: 'settled (UTC)' },
      { title: 'closed (UTC)' },
      { title: 'outcome id' },
    ],
    cells,
    paint,
  )
}

function minuteOf(value: string | number | undefined): string {
  const time = typeof value === 'string' ? parseIso(value) : undefined
  return time === undefined ? UNKNOWN : formatMinute(time)
}
