/** A market's status for clients, which has two values (api/README.md, "Models"). */
export type ShownStatus = 'active' | 'closed'

/**
 * Words of all venues after which no trades follow, in lower case and reduced to letters. A word has the same meaning on all
 * venues. A market counts as active before its first trade, during a pause and while it is held back.
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
