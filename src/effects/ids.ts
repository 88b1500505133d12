import { randomBytes, randomUUID } from 'node:crypto'

/** Source of names that must not repeat or be guessed. */
export interface Ids {
  /** Short, unique within the process: for log lines and the X-Request-Id header. */
  requestId(): string
  /** Unguessable name of one run of the daemon. */
  instanceId(): string
  /** Unguessable, a UUID. */
  uuid(): string
  /** Name by which a venue knows an order, a UUID; a replay makes the one of the recording. */
  orderName(): string
  /** 256 bits for the access token, as hex. */
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
