import { afterAll, beforeAll, describe } from 'vitest'
import { LEASE_MS } from '../../../src/tiers/postgres/coordination/claims.js'
import { tierSuite } from '../../candles/shared/tier-suite.js'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../../support/pgbouncer.js'
import {
  programs,
  type SharedServer,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

/** Opens two daemons over an empty shared history. */
async function openTwo(shared: SharedServer, url?: string) {
  const [one, two] = [shared.open('one', url), shared.open('two', url)]
  await one.access(signal)
  shared.server.query(
    'TRUNCATE pmx_local.series, pmx_local.coverage, pmx_local.provisional, pmx_local.chunks, pmx_local.loose, pmx_local.receipts, pmx_local.claims, pmx_local.retractions, pmx_local.outcomes, pmx_local.rate_budgets',
  )
  return {
    one,
    two,
    close: async () => {
      await Promise.all([one.close(), two.close()])
    },
    async killOne() {
      await one.close()
      shared.server.query(`UPDATE pmx_local.claims SET until = until - ${LEASE_MS + 100} * interval '1 ms'`)
    },
  }
}

describe.skipIf(programs === undefined)(`the promises of a tier ${withPostgres}`, () => {
  const shared = useSharedServer()
  tierSuite(() => openTwo(shared))
})

const isHere = programs !== undefined && hasPgbouncer()
describe.skipIf(!isHere)(
  `the promises of a tier behind pgbouncer${isHere ? '' : ' (no pgbouncer here)'}`,
  () => {
    const shared = useSharedServer()
    let pooler: Pgbouncer | undefined
    beforeAll(async () => {
      pooler = await startPgbouncer(shared.server.address, 3)
    })
    afterAll(() => pooler?.close())
    tierSuite(() => openTwo(shared, pooler?.address))
  },
)
