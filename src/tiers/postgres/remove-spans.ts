import { hullOf, joinSpans, type Span } from '../../api/times/span.js'
import type { Receipt } from '../../candles/series/receipts.js'
import type { Row, Statements } from './connection/connection.js'
import { cutOut } from './plan-give.js'
import { addReceipts, listMembers, readCoverage, readProvisional, replaceCoverage } from './series-rows.js'
import { removeFromChunks, removeLoose } from './stored-bars.js'

/**
 * Deletes what a locked series has in spans, with a number of statements that does not depend on the number of spans. A chunk
 * that cannot be read is deleted as a whole, with its coverage: daemons fetch the rest of it again.
 * @param spans ascending and disjoint
 * @returns the number of deleted candles
 */
export async function removeSpans(
  statements: Statements,
  id: number,
  stepMs: number,
  spans: readonly Span[],
): Promise<number> {
  if (spans.length === 0) return 0
  const { candles, lost } = await removeFromChunks(statements, id, stepMs, spans)
  const all = joinSpans([...spans, ...lost])
  const hull = hullOf(all) ?? { from: 0, to: 0 }
  const coverage = cutOut(await readCoverage(statements, id, hull), all)
  await replaceCoverage(statements, id, coverage.removed, coverage.added)
  await removeProvisional(statements, id, hull, all)
  await cutReceipts(statements, id, hull, all)
  await statements.rows('UPDATE pmx_local.series SET generation = generation + 1 WHERE id = $1', [id])
  return candles + (await removeLoose(statements, id, all))
}

/** Provisional spans there are fetched again as a whole. */
async function removeProvisional(
  statements: Statements,
  id: number,
  hull: Span,
  spans: readonly Span[],
): Promise<void> {
  const { removed } = cutOut(await readProvisional(statements, id, hull), spans)
  if (removed.length === 0) return
  await statements.rows(
    'DELETE FROM pmx_local.provisional WHERE series_id = $1 AND from_time = ANY ($2::bigint[])',
    [id, removed.map(({ from }) => from)],
  )
}

async function cutReceipts(
  statements: Statements,
  id: number,
  hull: Span,
  spans: readonly Span[],
): Promise<void> {
  const found = await statements.rows(
    `SELECT from_time, to_time, known_at, within_ms, final_at, source, daemon FROM pmx_local.receipts
     WHERE series_id = $1 AND to_time > $2 AND from_time < $3`,
    [id, hull.from, hull.to],
  )
  const receipts = found.map((row) => ({ ...toGivenReceipt(row), daemon: String(row.at(-1)) }))
  const { removed, added } = cutOut(receipts, spans)
  if (removed.length === 0) return
  await statements.rows(
    `DELETE FROM pmx_local.receipts r USING unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
       AS n (from_time, to_time, known_at, source)
     WHERE r.series_id = $1 AND r.from_time = n.from_time AND r.to_time = n.to_time AND r.known_at = n.known_at
       AND r.source = n.source`,
    [id, ...listMembers(removed, ['from', 'to', 'knownAt', 'source'])],
  )
  for (const daemon of new Set(added.map((part) => part.daemon)))
    await addReceipts(
      statements,
      id,
      daemon,
      added.filter((part) => part.daemon === daemon),
    )
}

/** Returns the receipt of a row that begins with its columns. */
export function toGivenReceipt([from, to, knownAt, withinMs, finalAt, source]: Row): Receipt {
  return {
    ...{ from: Number(from), to: Number(to), knownAt: Number(knownAt), source: String(source) },
    ...(withinMs === null ? {} : { withinMs: Number(withinMs) }),
    ...(finalAt === null ? {} : { finalAt: Number(finalAt) }),
  }
}
