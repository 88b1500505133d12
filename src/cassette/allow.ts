/** Stands in a cassette for a value that was left out. Two left-out values are the same to the matching. */
export const WITHHELD = '[withheld]'

/**
 * Names of query parameters and of members of JSON bodies whose values may be written, of all venues together. A name
 * is here because an adapter sends it and what it carries is public: ids, filters, windows, pages. Names of keys,
 * signatures, tokens of access and orders never are.
 */
const allowedNames: ReadonlySet<string> = new Set([
  'active',
  'after_cursor',
  'archived',
  'ascending',
  'asset_id',
  'before',
  'bucket_seconds',
  'category',
  'clob_token_ids',
  'closed',
  'coin',
  'collectionType',
  'condition',
  'condition_ids',
  'cursor',
  'depth',
  'end',
  'endTime',
  'endTs',
  'end_ts',
  'event_id',
  'event_ticker',
  'events_status',
  'fidelity',
  'forecast_type',
  'from',
  'id',
  'ids',
  'include_hidden',
  'include_tag',
  'interval',
  'keep_closed_markets',
  'keyword',
  'limit',
  'limit_per_type',
  'market',
  'marketType',
  'market_tickers',
  'max_ts',
  'min_shares',
  'min_ts',
  'mve_filter',
  'network_id',
  'offset',
  'order',
  'order_by',
  'outcome',
  'page',
  'pagination_last_display_order',
  'pagination_last_id',
  'pagination_last_start_datetime',
  'period_interval',
  'q',
  'query',
  'req',
  'search',
  'search_profiles',
  'search_tags',
  'series_ticker',
  'side',
  'similarityThreshold',
  'since',
  'sizeThreshold',
  'slug',
  'sort',
  'sortBy',
  'start',
  'startTime',
  'startTs',
  'start_at',
  'start_ts',
  'state',
  'status',
  'statuses',
  'tag_id',
  'takerOnly',
  'taker_only',
  'ticker',
  'tickers',
  'to',
  'token_id',
  'tournaments',
  'trading_model',
  'type',
  'until',
  'user',
  'with_cp',
  'with_nested_markets',
  'with_new_type',
])

/** Headers of answers that may be written: what the transport reads of them. Lower case. */
const allowedHeaders: readonly string[] = ['content-type', 'retry-after']

/** Of an answer's headers (lower-case names) those that may be written, always in the same order. */
export function allowHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    allowedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** What is left of a query or body, and the names whose values were taken out, such as `query.sig`. */
interface Allowed<Value> {
  readonly kept: Value
  readonly withheld: readonly string[]
}

/** @returns as many pairs as there were */
export function allowQuery(
  query: readonly (readonly [string, string])[],
): Allowed<readonly (readonly [string, string])[]> {
  const withheld = query.filter(([name]) => !allowedNames.has(name)).map(([name]) => `query.${name}`)
  const kept = query.map(([name, value]): readonly [string, string] => [
    name,
    allowedNames.has(name) ? value : WITHHELD,
  ])
  return { kept, withheld }
}

/** Goes down into lists and objects; a member with a name that is not listed is taken out with all it holds. */
export function allowBody(body: unknown): Allowed<unknown> {
  const withheld: string[] = []
  const keep = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => keep(item, `${path}[]`))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(
      members.map(([name, member]) => {
        if (allowedNames.has(name)) return [name, keep(member, `${path}.${name}`)]
        withheld.push(`${path}.${name}`)
        return [name, WITHHELD]
      }),
    )
  }
  return { kept: keep(body, 'body'), withheld }
}
