/**
 * Counters of the WebSocket server. `open`, `watched` and `subscriptions` are current values, the others count since the start.
 */
export interface SocketCounts {
  open: number
  /** Watched outcomes and other topics of the open sockets. */
  watched: number
  /** Their subscriptions. A batch is one. */
  subscriptions: number
  frames: number
  /** Books that were not sent, because a newer one replaced them before the client was ready. */
  conflated: number
  /** Clients that were disconnected because they read too slowly. */
  tooSlow: number
}

export function createSocketCounts(): SocketCounts {
  return { open: 0, watched: 0, subscriptions: 0, frames: 0, conflated: 0, tooSlow: 0 }
}
