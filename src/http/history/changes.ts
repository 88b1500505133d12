import type { Context } from 'hono'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import { toIso } from '../../api/times/instant.js'
import { renderResolution } from '../../api/times/resolution.js'
import { renderOutcomeId } from '../../api/values/outcome-id.js'
import { renderForMessage } from '../../api/values/shown.js'
import { parseCursor, renderCursor } from '../../candles/database/change-table.js'
import type { ChangedCandles, ChangePage, ChangePlace } from '../../candles/maintenance/changed-candles.js'
import { type Access, assertReader, readAuthorization } from '../access/caller-rights.js'
import { assertKnownParams, queryIn, readWholeNumber, textsIn } from '../request/query-parameters.js'
import type { Responder } from '../response/respond.js'
import type { StoredHistory } from './stored-history.js'

/** The cursor before all changes. */
const START = 'start'
const DEFAULT_CHANGED_ROWS = 10_000
export const MAX_CHANGED_ROWS = 50_000

interface ChangesDeps {
  readonly history: StoredHistory | undefined
  readonly access: Access
  readonly respond: Responder
}

/** Creates `GET /v0/changes`: candles that were stored or replaced after a cursor, without duplicates. */
export function createChangesRoute({ history, access, respond }: ChangesDeps) {
  return async (c: Context): Promise<Response> => {
    const caller = access.identify(...readAuthorization((name) => c.req.header(name)))
    assertReader(caller)
    const params = queryIn(c.req.url)
    assertKnownParams(params, ['after', 'limit'], 'changes')
    const values = textsIn(params, [])
    const most = Math.min(MAX_CHANGED_ROWS, readWholeNumber(values, 'limit', 1) ?? DEFAULT_CHANGED_ROWS)
    const after = readPlace(values.get('after') ?? START)
    const page = await history?.changes(after, most, caller.trusted)
    if (page === undefined)
      throw new PmxError(
        'NOT_SUPPORTED',
        'This daemon has no candle file, so it does not record changes. Start it with its cache enabled, and without a recording.',
      )
    if (after.file !== undefined && after.file !== page.file)
      throw createValidationError(
        'after',
        `The cursor belongs to another database: ${renderForMessage(values.get('after'))}. Begin with after=${START}.`,
      )
    const data = page.changed.map(toRow)
    const count = page.changed.reduce((sum, { candles }) => sum + candles.length, 0)
    return respond.plain({ data, meta: { count, cursor: renderPlace(page), isLast: page.isLast } })
  }
}

/** Reads a cursor as `export --stored-since` accepts it, or one within a change. @throws VALIDATION_ERROR */
function readPlace(text: string): ChangePlace & { readonly file?: string } {
  if (text === START || text === '') return { number: 0 }
  const [, cursorText = text, from] = /^(.*)@(\d{1,15})$/.exec(text) ?? []
  const cursor = parseCursor(cursorText)
  if (cursor === undefined)
    throw createValidationError(
      'after',
      `after must be a cursor from an earlier response, or ${START}; got ${renderForMessage(text)}`,
    )
  return { ...cursor, ...(from === undefined ? {} : { from: Number(from) }) }
}

function renderPlace({ file, next: { number, from } }: ChangePage): string {
  const cursor = renderCursor({ file, number })
  return from === undefined ? cursor : `${cursor}@${from}`
}

function toRow({
  identity: { venue, seriesKey, stepMs, basis },
  outcomeId,
  candles,
  removed,
}: ChangedCandles) {
  return {
    venue,
    series: seriesKey,
    outcome_id: outcomeId === undefined ? null : renderOutcomeId({ venue, id: outcomeId }),
    resolution: renderResolution(stepMs),
    basis,
    candles: candles.map(({ bar, knownSince }) => ({
      ...bar,
      timestamp: toIso(bar.timestamp),
      known_since: knownSince === undefined ? null : toIso(knownSince),
    })),
    ...(removed.length === 0 ? {} : { removed: removed.map(toIso) }),
  }
}
