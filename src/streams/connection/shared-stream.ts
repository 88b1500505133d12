import type { PmxError } from '../../api/envelope/errors.js'

/** Receives the items of a feed until it stops listening or the feed ends. Must not throw. */
export interface FeedListener<Item> {
  next(item: Item): void
  /** Called when no more items come, with the reason. */
  ended(error: PmxError): void
}

/** The stream that all watchers of a topic share. */
export interface SharedStream<Item> {
  /** The newest item while it is reliable. Undefined before the first, and while items may have been missed. */
  readonly current: Item | undefined
  /** Adds a listener. The caller, not this function, passes it the current item. Returns a function that stops it. */
  listen(listener: FeedListener<Item>): () => void
  publish(item: Item): void
  /** Marks the last item as unreliable. Listeners get `item` instead, which states that. */
  markUnreliable(item?: Item): void
  /** Replaces the current item without an update. */
  renew(item: Item): void
  /** Passes the error to all listeners, once. */
  end(error: PmxError): void
}

export interface FeedOwner {
  /** Called with each new listener. */
  onListen(): void
  /** Called when the last listener has stopped. */
  onIdle(): void
  /** Called when it has ended by itself. */
  onEnd(): void
}

export function createFeed<Item>(owner: FeedOwner): SharedStream<Item> {
  const listeners = new Set<FeedListener<Item>>()
  let current: Item | undefined
  return {
    get current() {
      return current
    },
    listen(listener) {
      owner.onListen()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) owner.onIdle()
      }
    },
    publish(item) {
      current = item
      for (const listener of [...listeners]) listener.next(item)
    },
    markUnreliable(item) {
      current = undefined
      if (item !== undefined) for (const listener of [...listeners]) listener.next(item)
    },
    renew(item) {
      current = item
    },
    end(error) {
      current = undefined
      const told = [...listeners]
      listeners.clear()
      owner.onEnd()
      for (const listener of told) listener.ended(error)
    },
  }
}
