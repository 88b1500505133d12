import type { BudgetGrant, BudgetTerms } from '../../../candles/shared/shared-allowance.js'
import { MAX_PAUSE_MS } from '../../../policy/retry-policy.js'
import type { PostgresConnection } from '../connection/connection.js'

/**
 * The row is locked before the clock is read, so that daemons that wait for each other do not refill it twice. A pause of another
 * daemon counts for at most {@link MAX_PAUSE_MS}.
 */
const takeStatement = `
WITH locked AS MATERIALIZED (
  SELECT tokens, updated_at, paused_until FROM pmx_local.rate_budgets WHERE name = $1 FOR UPDATE),
timed AS MATERIALIZED (
  SELECT *, clock_timestamp() AS at FROM locked),
paused AS MATERIALIZED (
  SELECT *, greatest(least(paused_until, at + ${MAX_PAUSE_MS} * interval '1 ms'),
    CASE WHEN $5::float8 > 0 THEN at + $5::float8 * interval '1 ms' END) AS until
  FROM timed),
filled AS MATERIALIZED (
  SELECT at, until, CASE WHEN until > at THEN 0
    ELSE greatest(0, least($3::float8, CASE WHEN until > updated_at THEN 0 ELSE tokens END
      + $2::float8 * greatest(0, extract(epoch FROM at - greatest(updated_at, until))))) END AS tokens
  FROM paused),
given AS MATERIALIZED (
  SELECT *, least($4::float8, floor(tokens)) AS granted FROM filled)
UPDATE pmx_local.rate_budgets b SET tokens = given.tokens - granted, updated_at = at, paused_until = until
FROM given WHERE b.name = $1
RETURNING granted,
  greatest(0, extract(epoch FROM until - at) * 1000)
    + greatest(0, 1 - given.tokens + granted) * 1000 / $2::float8`

const addStatement = `
INSERT INTO pmx_local.rate_budgets (name, tokens, updated_at, paused_until)
VALUES ($1, $2, clock_timestamp(), 'epoch') ON CONFLICT DO NOTHING`

/** Takes tokens of a bucket, by the clock of the database. A bucket that is not known is full. */
export async function takeTokens(
  { rows }: Pick<PostgresConnection, 'rows'>,
  name: string,
  { ratePerSecond, burst, pauseMs = 0 }: BudgetTerms,
  requested: number,
  signal: AbortSignal,
): Promise<BudgetGrant> {
  const values = [name, ratePerSecond, burst, requested, pauseMs]
  let [row] = await rows(takeStatement, values, signal)
  if (row === undefined) {
    await rows(addStatement, [name, burst], signal)
    ;[row] = await rows(takeStatement, values, signal)
  }
  if (row === undefined) throw new Error('the shared rate limit was deleted')
  const [granted, waitMs] = row
  return { granted: Number(granted), waitMs: Math.ceil(Number(waitMs)) }
}
