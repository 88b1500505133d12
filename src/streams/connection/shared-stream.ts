import type { PmxError } from '../../api/envelope/errors.js'

/** Receives a feed's items until it stops listening or the feed ends. Must not throw. */
export interface FeedListener<Item> {
  next(item: Item): void
  /** Called with the reason when no more items will come. */
  ended(error: PmxError): void
}

/** The stream that all of a topic's watchers share. */
export interface SharedStream<Item> {
  /** The newest item while it is reliable. Undefined before the first item, and while items may have been missed. */
  readonly current: Item | undefined
  /** Adds a listener. The caller, not this function, passes the current item to the listener. Returns a function that stops it. */
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
  /** Called when the stream has ended by itself. */
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
