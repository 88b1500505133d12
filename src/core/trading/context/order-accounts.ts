import type { VenueId } from '../../../api/envelope/venue-ids.js'
import type { Clock } from '../../../effects/clock.js'
import { createLru } from '../../../policy/lru.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import type { OrderAccount } from '../records/copied-orders.js'

/** How the lists of an account are read, also after the request that placed its orders has ended. */
export type AccountJob = Pick<Job, 'venue' | 'ctx' | 'reopen'>

/** Opens a job with the daemon's own credentials, or undefined for a venue that this version does not serve. */
type OpenOwnJob = (venue: VenueId) => Promise<(Job & { release(): void }) | undefined>

/** Maximum number of accounts that are remembered. */
const MAX_ACCOUNTS = 100

/**
 * Creates the accounts that this run can read: the accounts of its calls, and the accounts of the daemon's own
 * credentials. A limit across all accounts also needs the lists of accounts other than the order's.
 */
export function createOrderAccounts(clock: Pick<Clock, 'monotonic'>) {
  const jobs = createLru<AccountJob>(MAX_ACCOUNTS)
  let openOwnJob: OpenOwnJob = async () => undefined
  const busy = new Map<string, { readonly done: Promise<void>; readonly began: number }>()
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

    /** Returns how the account of an earlier call is read. */
    recall: (of: OrderAccount): AccountJob | undefined => jobs.get(nameOf(of)),

    /** Returns how an account is read, or undefined if its credentials are not known. */
    async find(of: OrderAccount): Promise<AccountJob | undefined> {
      const known = jobs.get(nameOf(of))
      if (known !== undefined) return known
      const own = await openOwnJob(of.venue)
      own?.release()
      return own !== undefined && accountOf(own.venue, own.ctx.secrets) === of.account ? own : undefined
    },

    /**
     * Does work for an account, or waits for the work that is under way.
     * @param patienceMs work that began longer ago is not waited for
     * @returns `waited` for such work; `busy` where it is not waited for
     */
    async once(
      of: OrderAccount,
      patienceMs: number,
      work: () => Promise<void>,
    ): Promise<'done' | 'waited' | 'busy'> {
      const name = nameOf(of)
      const now = clock.monotonic()
      const running = busy.get(name)
      if (running !== undefined) {
        if (now - running.began >= patienceMs) return 'busy'
        await running.done
        return 'waited'
      }
      const done = work().finally(() => busy.delete(name))
      busy.set(name, { done, began: now })
      await done
      return 'done'
    },
  }
}
