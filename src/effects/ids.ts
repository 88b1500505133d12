import { randomBytes, randomUUID } from 'node:crypto'

/** A source of unique ids and secrets. */
export interface Ids {
  /** Returns a short id, unique within the process: for log lines and the X-Request-Id header. */
  requestId(): string
  /** Returns an unguessable id of one run of the daemon. */
  instanceId(): string
  /** Returns an unguessable UUID. */
  uuid(): string
  /** Returns a client order id for a venue, a UUID; a replay returns the recorded one. */
  orderName(): string
  /** Returns 256 bits for the access token, as hex. */
  secret(): string
}

export function createSystemIds(): Ids {
  const prefix = randomBytes(4).toString('hex')
  let counter = 0
  return {
    requestId: () => `${prefix}-${(counter++).toString(36)}`,
    instanceId: () => randomUUID(),
    uuid: () => randomUUID(),
    orderName: () => randomUUID(),
    secret: () => randomBytes(32).toString('hex'),
  }
}
