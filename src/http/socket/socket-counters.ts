/** What happens at the door for sockets; `open`, `watched` and `subscriptions` as they stand, the others since the start. */
export interface SocketCounts {
  open: number
  /** Outcomes and other things that are watched over the sockets that are open. */
  watched: number
  /** Subscriptions of them: those of a batch are one. */
  subscriptions: number
  frames: number
  /** Books that were not sent, because a newer one took their place before the client had room for them. */
  conflated: number
  /** Clients that were sent away because they read too little. */
  tooSlow: number
}

export function createSocketCounts(): SocketCounts {
  return { open: 0, watched: 0, subscriptions: 0, frames: 0, conflated: 0, tooSlow: 0 }
}
