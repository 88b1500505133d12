import type { Responder } from '../respond.js'
import type { DescribedDaemon } from './document.js'

/** `/openapi.json`: made when it is asked for first, and kept as text. */
export function createOpenApiRoute(daemon: DescribedDaemon, respond: Pick<Responder, 'text'>) {
  let made: Promise<string> | undefined
  return async (): Promise<Response> => {
    made ??= import('./document.js').then(({ describeApi }) => JSON.stringify(describeApi(daemon)))
    return respond.text(await made, 'application/json; charset=utf-8')
  }
}
