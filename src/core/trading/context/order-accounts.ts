import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { createLru } from '../../../policy/lru.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import type { OrderAccount } from '../records/copied-orders.js'

/** How the lists of an account are read, also after the request that placed its orders has ended. */
export type AccountJob = Pick<Job, 'venue' | 'ctx' | 'reopen'>

/** Opens a job with the daemon's own credentials; undefined for a venue that this version does not serve. */
type OpenOwnJob = (venue: VenueId) => Promise<(Job & { release(): void }) | undefined>

/** Maximum number of accounts that are remembered. */
const MAX_ACCOUNTS = 100

/**
 * Creates the accounts that this run can read: those of its calls, and those of the daemon's own credentials. A limit that
 * counts all accounts needs the lists of other accounts than that of the order.
 */
export function createOrderAccounts() {
  const jobs = createLru<AccountJob>(MAX_ACCOUNTS)
  let openOwnJob: OpenOwnJob = async () => undefined
  const busy = new Set<string>()
  const nameOf = ({ venue, account }: OrderAccount): string => `${venue} ${account}`

  return {
    /** Sets how jobs with the daemon's own credentials are opened. */
    setOwn(open: OpenOwnJob): void {
      openOwnJob = open
    },

    /** Remembers how the account of a call is read. */
    remember({ venue, ctx, reopen }: AccountJob): void {
      const account = accountOf(venue, ctx.secrets)
      jobs.set(nameOf({ venue: venue.id, account }), { venue, ctx, ...(reopen && { reopen }) })
    },

    /** Returns how an account is read; undefined where its credentials are not known. */
    async find(of: OrderAccount): Promise<AccountJob | undefined> {
      const known = jobs.get(nameOf(of))
      if (known !== undefined) return known
      const own = await openOwnJob(of.venue)
      own?.release()
      return own !== undefined && accountOf(own.venue, own.ctx.secrets) === of.account ? own : undefined
    },

    /** Does work for an account, unless work for it is still under way. */
    async once(of: OrderAccount, work: () => Promise<void>): Promise<void> {
      const name = nameOf(of)
      if (busy.has(name)) return
      busy.add(name)
      await work().finally(() => busy.delete(name))
    },
  }
}
