import type { Lease } from '../../../candles/shared/candle-tier.js'
import type { NamedLease } from '../../../candles/shared/shared-leases.js'
import type { Clock } from '../../../effects/clock.js'
import { createAbort } from '../../../policy/abort.js'
import type { PostgresConnection } from '../connection/connection.js'

/** A claim ends so long after its last renewal, ms by the clock of the database. */
export const LEASE_MS = 5_000
/** A claim that ends later than this was written before the clock of the database was set back, ms. */
const BELIEVED_MS = 60_000
/** Interval of renewals, ms. */
export const RENEW_MS = 1_500
/** Claims of daemons that died are deleted by every so many claims of this process. */
const SWEEP_EVERY = 256
/** Time limit of a renewal or release, ms. */
const WRITE_MS = 3_000

/** Short claims of names, by the clock of the database. They are lost when the server crashes, and then only expire early. */
export interface Claims {
  /** @param bucket epoch ms at which the claimed bucket starts; 0 for names that have none */
  claim(name: string, bucket: number, signal: AbortSignal): Promise<RenewedLease>
}

type RenewedLease = Extract<Lease, { kind: 'held' }> | (Extract<Lease, { kind: 'mine' }> & NamedLease)

const claimStatement = `
WITH mine AS (
  INSERT INTO pmx_local.claims AS c (name, bucket, owner, daemon, until)
  VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 ms')
  ON CONFLICT (name, bucket) DO UPDATE SET owner = excluded.owner, daemon = excluded.daemon, until = excluded.until
    WHERE c.until < clock_timestamp() OR c.until > clock_timestamp() + $6 * interval '1 ms'
  RETURNING 1)
SELECT (SELECT count(*) FROM mine),
  (SELECT extract(epoch FROM until - clock_timestamp()) * 1000 FROM pmx_local.claims WHERE name = $1 AND bucket = $2)`

export function createClaims(
  { rows }: Pick<PostgresConnection, 'rows'>,
  daemon: string,
  newOwner: () => string,
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
): Claims {
  let count = 0

  /** Renews a claim until it ends, or until another daemon has it. */
  function keep(name: string, bucket: number, owner: string, begunAt: number): NamedLease {
    let isOver = false
    /** Before the last renewal that worked was sent, by the monotonic clock. */
    let renewedAt = begunAt
    let cancel = clock.setTimer(RENEW_MS, renew)

    function renew(): void {
      if (isOver) return
      const sql = `UPDATE pmx_local.claims SET until = clock_timestamp() + $4 * interval '1 ms'
        WHERE name = $1 AND bucket = $2 AND owner = $3 RETURNING 1`
      const sentAt = clock.monotonic()
      write(sql, [name, bucket, owner, LEASE_MS]).then(
        (renewed) => {
          renewedAt = sentAt
          if (renewed.length === 0) isOver = true
          else schedule()
        },
        // The next renewal may reach the server in time.
        schedule,
      )
    }

    function schedule(): void {
      if (!isOver) cancel = clock.setTimer(RENEW_MS, renew)
    }

    return {
      isHeld: () => !isOver && clock.monotonic() - renewedAt < LEASE_MS,
      async release() {
        if (isOver) return
        isOver = true
        cancel()
        const sql = 'DELETE FROM pmx_local.claims WHERE name = $1 AND bucket = $2 AND owner = $3'
        await write(sql, [name, bucket, owner]).catch(() => undefined)
      },
    }
  }

  function write(sql: string, values: readonly unknown[]): ReturnType<PostgresConnection['rows']> {
    const end = createAbort()
    const cancel = clock.setTimer(WRITE_MS, () => end.abort(new Error('PostgreSQL does not respond')))
    return rows(sql, values, end.signal).finally(cancel)
  }

  return {
    async claim(name, bucket, signal) {
      if (++count % SWEEP_EVERY === 0)
        await rows(
          "DELETE FROM pmx_local.claims WHERE until < clock_timestamp() - interval '1 min' OR until > clock_timestamp() + $1 * interval '1 ms'",
          [BELIEVED_MS],
          signal,
        )
      const owner = newOwner()
      const begunAt = clock.monotonic()
      const [[mine, leftMs] = []] = await rows(
        claimStatement,
        [name, bucket, owner, daemon, LEASE_MS, BELIEVED_MS],
        signal,
      )
      if (Number(mine) === 1) return { kind: 'mine', ...keep(name, bucket, owner, begunAt) }
      // The statement does not see a claim that was written at the same time: it is new.
      return { kind: 'held', leftMs: leftMs === null ? LEASE_MS : Math.max(0, Math.ceil(Number(leftMs))) }
    },
  }
}
