/** Status of a market for clients, which has two values (api/README.md, "Models"). */
export type ShownStatus = 'active' | 'closed'

/**
 * Words of all venues after which no trade follows, in lower case and without other characters than letters. A word has one
 * meaning on all of them. Before the first trade, in a pause and while it is held back a market counts as active.
 */
const closedWords: ReadonlySet<string> = new Set(
  `closed ended expired terminated archived filled
  determined disputed amended finalized pendingfinalization waitingforresult
  disputewindowopen underdispute appealwindowopen underappeal underreview
  resolving resolvedpending resolved settling settled
  voided void invalid cancelled canceled rejected deleted failed unavailable refundpending refunded`.split(
    /\s+/,
  ),
)

/**
 * Returns whether a market is active or closed according to the venue's own word. It is closed if no more trades will
 * follow.
 */
export function toShownStatus(nativeStatus: string): ShownStatus {
  return closedWords.has(nativeStatus.toLowerCase().replaceAll(/[^a-z]/g, '')) ? 'closed' : 'active'
}
