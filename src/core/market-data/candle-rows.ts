import { MAX_CANDLES } from '../../api/arguments/bounds.js'
import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { CandleEngine } from '../../candles/engine.js'
import { type CandleQuery, DEFAULT_CANDLES } from '../../candles/response/window.js'
import { CandleRows, type Job, MethodResult } from '../request/api-call.js'
import { createCandleCall } from '../request/request-context.js'
import { createCandleHeaders } from '../request/response-headers.js'

/**
 * Reads candles row by row, for tables and for callers that do not request the open candle.
 * @param query with `partial: false` the result has no candle that may still change. It is not counted by `limit`
 * @throws as `CandleEngine.candles`
 */
export async function readCandleRows(
  candles: Pick<CandleEngine, 'candles' | 'availability'>,
  outcomeId: string,
  { partial = true, ...query }: CandleQuery & { readonly partial?: boolean | undefined },
  job: Job,
): Promise<MethodResult> {
  const { venue, ctx, trusted, table } = job
  const { start, limit = start === undefined ? DEFAULT_CANDLES : undefined } = query
  const isOneMore = !partial && limit !== undefined && limit < MAX_CANDLES
  const asked = isOneMore ? { ...query, limit: limit + 1 } : query
  const call = createCandleCall(ctx, trusted, job)
  const { bars, ...facts } = await candles.candles(venue, outcomeId, asked, call)
  const { runningFrom = Number.POSITIVE_INFINITY } = facts
  const final = partial ? bars : bars.filter(({ timestamp }) => timestamp < runningFrom)
  const rows = isOneMore ? final.slice(-limit) : final
  const { [pmxHeaders.partialFrom]: open, ...headers } = createCandleHeaders(facts)
  const cut = rows.length < final.length && start !== undefined ? { [pmxHeaders.truncated]: 'limit' } : {}
  const told = {
    ...headers,
    ...cut,
    ...(partial && open !== undefined ? { [pmxHeaders.partialFrom]: open } : {}),
  }
  if (table !== true) return new MethodResult(rows, told)
  const [first, last] = [rows[0], rows.at(-1)]
  const span = { from: first?.timestamp ?? 0, to: (last?.timestamp ?? 0) + facts.stepMs }
  const availableAt = candles.availability(venue, outcomeId, facts.stepMs, span)
  const data = new CandleRows(
    rows,
    facts.stepMs,
    (openTime) => (openTime >= runningFrom ? undefined : availableAt(openTime)),
    facts.notFinal,
  )
  return new MethodResult(data, told)
}
