import { type ErrorRule, errorOfStatus } from '../../transport/errors.js'

/**
 * Every envelope has a `statusCode` of its own (README.md): a failure in it is one, whatever the status around it. All
 * other replies are left to the general mapping.
 */
export const errorRule: ErrorRule = (reply) => {
  if (reply.status < 200 || reply.status >= 300) return undefined
  const code: unknown =
    typeof reply.json === 'object' && reply.json !== null ? Reflect.get(reply.json, 'statusCode') : undefined
  return typeof code === 'number' && code >= 400 ? errorOfStatus({ ...reply, status: code }) : undefined
}
