import type { VenueId } from '../../api/envelope/venue-ids.js'
import {
  renderBuiltSteps,
  renderNativeSteps,
  renderRequiredKeys,
  renderRetention,
  type VenueFacts,
} from '../../core/capabilities/venue-summary.js'
import type { Paint } from '../output/colors.js'
import { renderTable } from './table.js'

/** Renders the candles and volumes of venues, one row per venue, with a key below. Fits 80 columns. */
export function renderCandleFacts(
  venues: readonly { readonly venue: VenueId; readonly facts: VenueFacts }[],
  paint: Paint,
): string[] {
  const columns = ['venue', 'prices', 'native', 'built', 'kept', 'volume in'].map((title) => ({ title }))
  const rows = venues.map(({ venue, facts }) => [
    venue,
    facts.basis ?? '-',
    renderNativeSteps(facts),
    renderBuiltSteps(facts),
    renderRetention(facts),
    facts.volumes ?? '-',
  ])
  const needs = venues.flatMap(({ venue, facts }) => {
    const text = renderRequiredKeys(facts)
    return text === undefined ? [] : [`  ${venue}  ${text}`]
  })
  return [...renderTable(columns, rows, paint), ...(needs.length === 0 ? [] : ['needs a key:', ...needs])]
}
