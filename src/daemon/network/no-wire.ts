import { createNotCalledError } from '../../api/arguments/stored-terms.js'
import type { Wire } from '../../transport/call-types.js'

/** Transport of an offline core, for work that does not come through the dispatcher. */
export const noWire: Wire = {
  send: () => Promise.reject(createNotCalledError('offline')),
  close: () => Promise.resolve(),
}
